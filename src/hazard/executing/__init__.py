"""Many independent games on threads, processes or a cluster: the same results wherever they are played."""
