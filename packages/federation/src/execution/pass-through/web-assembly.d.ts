/** The part of the standard's interface that is used here; TypeScript has it only together with that of browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module)
    readonly exports: object
  }
  interface Memory {
    readonly buffer: ArrayBuffer
  }
}
