declare var MonacoEnvironment: { getWorker(id: string, label: string): Worker }

declare module 'monaco-editor/esm/*?worker' {
  const EditorWorker: new () => Worker
  export default EditorWorker
}
declare module 'monaco-graphql/esm/*?worker' {
  const EditorWorker: new () => Worker
  export default EditorWorker
}
