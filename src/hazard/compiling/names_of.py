"""Which names a function gives values to."""

from __future__ import annotations

import ast


def own_nodes(tree: ast.FunctionDef) -> list[ast.AST]:
    """The nodes of a function, without those of functions inside it."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)
    return found


def assigned_names(tree: ast.FunctionDef) -> set[str]:
    """The names that a function gives values to."""
    names = {
        node.id for node in own_nodes(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    in_comprehensions: set[str] = set()
    for node in own_nodes(tree):
        if isinstance(node, ast.comprehension):
            in_comprehensions |= {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
    outside: set[str] = set()
    for node in own_nodes(tree):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.NamedExpr):
            targets = [node.target]
        for target in targets:
            outside |= {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
    return (names - in_comprehensions) | (names & outside)
