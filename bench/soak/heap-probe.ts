/**
 * Loaded by `--import` into a process under test, which then collects garbage and reports its live
 * heap, in bytes, on request. Needs `--expose-gc`.
 */
process.on('message', (order: { readonly heap?: boolean }) => {
  if (order.heap !== true) return
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ heap: heapUsed, external })
})
// The process must be able to exit.
process.channel?.unref()
