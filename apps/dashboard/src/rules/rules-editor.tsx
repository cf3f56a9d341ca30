import { useState } from 'react'
import {
  DryRunRulesDocument,
  ReplaceRulesDocument,
  type RuleInput,
  type RuleSetPartsFragment,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { useKeptText } from '../session/use-kept-text.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { InputField } from '../ui/field.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import {
  apiDryRunFilter,
  DryRunFilterFields,
  DryRunResult,
  EVERYTHING,
  isBackwards,
  type PagedDryRun,
  type RuleWarning,
  Warnings,
} from './dry-run.tsx'
import { lineOfPath, readRules, rulesText } from './rules-json.ts'

interface RulesEditorProps {
  readonly ruleSet: RuleSetPartsFragment
  /** Loads the rules again. */
  readonly load: () => Promise<RuleSetPartsFragment | undefined>
  readonly onClose: () => void
}

const NOTE_LENGTH_MAX = 1_000
const JSON_LENGTH_MAX = 1_000_000
const DIFFERENCES = 20

/** Edits the rules as JSON, tries them on past transactions, and replaces the current ones. */
export function RulesEditor({ ruleSet, load, onClose }: RulesEditorProps) {
  const { t, formats } = useLanguage()
  const api = useApi()
  /** The version that the person has seen. */
  const [version, setVersion] = useState(ruleSet.version)
  const [first] = useState(() => rulesText(ruleSet.rules))
  const { text, change, forget } = useKeptText(`rules:${ruleSet.version}`, first)
  const [note, setNote] = useState('')
  const [refusal, setRefusal] = useState<{ readonly message?: string; readonly line: number | undefined }>()
  const { isWorking, problem, run: attempt, clear } = useAttempt()
  const [filter, setFilter] = useState(EVERYTHING)
  const [dryRun, setDryRun] = useState<PagedDryRun>()
  const [warnings, setWarnings] = useState<readonly RuleWarning[]>([])
  const [news, setNews] = useState<'SAVED' | 'CONFLICT'>()
  const words = t.rules

  async function run(act: (rules: RuleInput[]) => Promise<void>): Promise<void> {
    if (isWorking) return
    setRefusal(undefined)
    clear()
    setNews(undefined)
    setWarnings([])
    setDryRun(undefined)
    const read = readRules(text)
    if (!read.isValid) {
      setRefusal({ line: read.line })
      return
    }
    await attempt(() => act(read.rules).catch(showRefusal))
  }

  /** Throws the error unless it is a conflict or refers to a rule. */
  async function showRefusal(error: unknown): Promise<void> {
    const failure = apiProblem(error)
    if (failure.code === 'RULES_VERSION_CONFLICT') {
      const latest = await load().catch(() => undefined)
      if (latest === undefined) throw error
      setVersion(latest.version)
      setNews('CONFLICT')
    } else if (failure.field !== undefined) {
      setRefusal({ message: failure.message, line: lineOfPath(text, failure.field) })
    } else {
      throw error
    }
  }

  async function tryOut(rules: RuleInput[]): Promise<void> {
    if (isBackwards(filter)) return
    const variables = { rules, filter: apiDryRunFilter(filter, formats.timeZone), first: DIFFERENCES }
    const load = async (after?: string) => {
      const page = { ...variables, after }
      const data = await api.load(DryRunRulesDocument, page)
      return data?.trpd?.dryRunRules ?? undefined
    }
    const first = await load()
    setDryRun(first && { first, load })
  }

  async function save(rules: RuleInput[]): Promise<void> {
    const data = await api.change(ReplaceRulesDocument, { version, rules, note: note.trim() || null })
    const replaced = data?.trpd?.replaceRules
    if (!replaced) throw new Error('the response has no rules')
    forget()
    setVersion(replaced.ruleSet.version)
    setWarnings(replaced.warnings)
    setNews('SAVED')
    setNote('')
    void load().catch(() => {})
  }

  function close(): void {
    forget()
    onClose()
  }

  return (
    <Card id="editor" title={words.editor} buttons={<Button onClick={close}>{words.close}</Button>}>
      <p className="soft">{words.editorIntro}</p>
      <div className="code-input">
        <InputField
          label={words.json}
          problem={
            refusal && (
              <span role="alert">
                {refusal.line !== undefined && `${words.line(String(refusal.line))}: `}
                {refusal.message === undefined ? words.notJson : <ServiceText text={refusal.message} />}
              </span>
            )
          }
          isCode
          lines={18}
          lengthMax={JSON_LENGTH_MAX}
          value={text}
          onChange={change}
        />
      </div>
      <InputField label={words.note} lengthMax={NOTE_LENGTH_MAX} value={note} onChange={setNote} />
      <DryRunFilterFields filter={filter} onChange={setFilter} />
      <div role="status">
        {news === 'SAVED' && <Notice tone="good">{words.saved(String(version))}</Notice>}
        {news === 'CONFLICT' && <Notice tone="news">{words.conflict(String(version))}</Notice>}
      </div>
      <Warnings warnings={warnings} />
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
      <div className="action-buttons">
        <Button aria-disabled={isWorking} onClick={() => void run(tryOut)}>
          {words.dryRun}
        </Button>
        <Button look="main" aria-disabled={isWorking} onClick={() => void run(save)}>
          {isWorking ? t.actions.working : words.save}
        </Button>
      </div>
      {dryRun && <DryRunResult {...dryRun} />}
    </Card>
  )
}
