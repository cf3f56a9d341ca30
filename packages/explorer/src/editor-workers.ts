import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker'
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker'
import GraphqlWorker from 'monaco-graphql/esm/graphql.worker.js?worker'

/**
 * The editor's workers as separate files, which the page's content security policy requires. Must be imported before
 * the editor.
 */
globalThis.MonacoEnvironment = {
  getWorker(_id: string, label: string) {
    if (label === 'json') return new JsonWorker()
    return label === 'graphql' ? new GraphqlWorker() : new EditorWorker()
  },
}
