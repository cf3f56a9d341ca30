import type { ASTNode } from 'graphql'

/**
 * Calls `see` with a node and every node within it, in document order.
 *
 * Much faster than graphql-js' `visit`, which also supports edits.
 */
export function forEachNode(node: ASTNode, see: (node: ASTNode) => void): void {
  see(node)
  for (const child of Object.values(node) as readonly unknown[]) {
    if (Array.isArray(child)) for (const each of child as readonly ASTNode[]) forEachNode(each, see)
    else if (isNode(child)) forEachNode(child, see)
  }
}

function isNode(value: unknown): value is ASTNode {
  // A location is also an object.
  return typeof value === 'object' && value !== null && 'kind' in value
}
