"""Exact solutions of finite games: values, policies, certified errors, files."""
