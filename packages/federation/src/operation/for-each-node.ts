import type { ASTNode } from 'graphql'

/**
 * Calls `see` with a node and every node within it, in document order.
 *
 * A fraction of the work of graphql-js' `visit`, which also edits.
 */
export function forEachNode(node: ASTNode, see: (node: ASTNode) => void): void {
  see(node)
  for (const child of Object.values(node) as readonly unknown[]) {
    if (Array.isArray(child)) for (const each of child as readonly ASTNode[]) forEachNode(each, see)
    else if (isNode(child)) forEachNode(child, see)
  }
}

function isNode(value: unknown): value is ASTNode {
  // A location is an object, too.
  return typeof value === 'object' && value !== null && 'kind' in value
}
