import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { carePathway, updateCarePathway, type CarePathwayDetail } from '../../data/pathway'
import { longestPathwayName, type PathwayDraft } from '../../domain/pathway/pathway'
import { useAnswer, useCommand } from '../../engine/react'
import { pathwayEditTexts } from '../../texts/pathway-edit'
import { pathwaysTexts } from '../../texts/pathways'
import { useEdition, useTexts } from '../../ui/edition'
import { Await } from '../../ui/feedback'
import { FaultLinks } from '../../ui/form'
import { useConfirmCommand } from '../../ui/form-kit'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { useOpenWork, useUnsaved } from '../../ui/work'
import { CheckupTypeEditor } from './edit/CheckupTypeEditor'
import {
  draftOf,
  escalateFieldId,
  fieldIdOf,
  nameFieldId,
  newRule,
  newType,
  pathwayForm,
  type DraftFault,
  type PathwayForm,
} from './edit/draft.view'
import styles from './edit/edit.module.css'
import { Rehearsal } from './edit/Rehearsal'
import { RuleEditor } from './edit/RuleEditor'
import { ThresholdsEditor } from './edit/ThresholdsEditor'

function Faults({ faults }: { readonly faults: readonly DraftFault[] }) {
  const t = pathwayEditTexts(useEdition())
  return (
    <div aria-live="polite">
      <p>{t.toMend}</p>
      <FaultLinks
        errors={faults.map((fault) => ({
          fieldId: fault.fieldId,
          message: t.fault(fault.at, fault.of === 'said' ? fault.said : t.faults[fault.of]),
        }))}
      />
    </div>
  )
}

/** To what is to be filled in of a part that was added. */
const toField = (key: string): void => {
  requestAnimationFrame(() => document.getElementById(fieldIdOf(key, 'name'))?.focus())
}

/** A list of which one part is changed or removed. */
const changed = <Part extends { readonly key: string }>(
  parts: readonly Part[],
  key: string,
  part: Part | null,
): readonly Part[] =>
  parts.flatMap((one) => (one.key !== key ? [one] : part === null ? [] : [part]))

function useSave(pathway: CarePathwayDetail, isDirty: boolean) {
  const t = pathwayEditTexts(useEdition())
  const navigate = useNavigate()
  useOpenWork('typing', isDirty)
  const release = useUnsaved(isDirty ? 'typed' : null)
  const command = useCommand(updateCarePathway)
  const { id, revision } = pathway
  const { ask, dialog } = useConfirmCommand(
    command,
    (_draft: PathwayDraft) => ({
      title: t.saveTitle,
      text: <p>{t.saveText}</p>,
      confirmLabel: t.save,
      failed: ({ kind }) => (kind === 'conflict' ? t.saveConflict : t.saveFailed),
    }),
    {
      toInput: (draft) => ({ id, revision, pathway: draft }),
      onDone: () => {
        release()
        void navigate(paths.pathway(id, 'checkuptypes'))
      },
    },
  )
  return { ask, dialog, blocked: command.blocked }
}

/** The editor over a pathway as it was when it was opened: a change of others is told on saving. */
function Editor({ pathway }: { readonly pathway: CarePathwayDetail }) {
  const edition = useEdition()
  const t = pathwayEditTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const [opened] = useState(() => ({ pathway, form: pathwayForm(pathway, edition) }))
  const [form, setForm] = useState<PathwayForm>(opened.form)
  const [added, setAdded] = useState(0)
  const isDirty = JSON.stringify(form) !== JSON.stringify(opened.form)
  const { draft, faults } = draftOf(form, edition)
  const { ask, dialog, blocked } = useSave(opened.pathway, isDirty)
  const { types, rules } = form
  const addType = useRef<HTMLButtonElement>(null)
  const addRule = useRef<HTMLButtonElement>(null)
  const ready = isDirty && blocked === null ? draft : null
  const nextKey = (): string => {
    setAdded(added + 1)
    return `new-${added}`
  }
  return (
    <form
      className={styles['editor']}
      autoComplete="off"
      noValidate
      // Enter in a field saves too: from the first one to the button are a hundred Tabs.
      onSubmit={(event) => {
        event.preventDefault()
        if (ready !== null) ask(ready)
      }}
    >
      <TextInput
        id={nameFieldId}
        label={t.name}
        required
        maxLength={longestPathwayName}
        value={form.name}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
      />
      <h2>{t.types}</h2>
      {types.map((type) => (
        <CheckupTypeEditor
          key={type.key}
          type={type}
          zone={opened.pathway.timeZone}
          onChange={(part) => {
            setForm({ ...form, types: changed(types, type.key, part) })
            if (part === null) addType.current?.focus() // the button that was pressed goes away
          }}
        />
      ))}
      <Button
        ref={addType}
        variant="default"
        onClick={() => {
          const type = newType(nextKey())
          setForm({ ...form, types: [...types, type] })
          toField(type.key)
        }}
      >
        {t.addType}
      </Button>
      <h2>{t.thresholds.title}</h2>
      <ThresholdsEditor
        form={form.thresholds}
        onChange={(thresholds) => setForm({ ...form, thresholds })}
      />
      <h2>{t.rules}</h2>
      <TextInput
        id={escalateFieldId}
        label={t.escalate}
        description={t.escalateHint}
        inputMode="numeric"
        maxLength={4}
        value={form.escalate}
        onChange={(event) => setForm({ ...form, escalate: event.currentTarget.value })}
      />
      {rules.map((rule) => (
        <RuleEditor
          key={rule.key}
          rule={rule}
          onChange={(part) => {
            setForm({ ...form, rules: changed(rules, rule.key, part) })
            if (part === null) addRule.current?.focus()
          }}
        />
      ))}
      <Button
        ref={addRule}
        variant="default"
        onClick={() => {
          const rule = newRule(nextKey())
          setForm({ ...form, rules: [...rules, rule] })
          toField(rule.key)
        }}
      >
        {t.addRule}
      </Button>
      <Rehearsal pathwayId={opened.pathway.id} rules={rules} />
      <div className={styles['save']}>
        {faults.length > 0 && <Faults faults={faults} />}
        {!isDirty && <p>{t.unchanged}</p>}
        {blocked !== null && <p>{reasons[blocked]}</p>}
        <Button type="submit" disabled={ready === null}>
          {t.save}
        </Button>
      </div>
      {dialog}
    </form>
  )
}

/** /pathways/:pathwayId/edit: everything of a pathway, saved in one (K12). */
export function EditPathwayScreen() {
  const edition = useEdition()
  const t = pathwayEditTexts(edition)
  const { pathwayId = '' } = useParams()
  const answer = useAnswer(carePathway, { id: pathwayId })
  return (
    <Page
      title={answer.value === null ? t.action : t.title(answer.value.name)}
      aside={<Link to={paths.pathway(pathwayId, 'checkuptypes')}>{t.back}</Link>}
    >
      <Await of={answer} failed={pathwaysTexts(edition).page.failed}>
        {(pathway) => <Editor key={pathway.id} pathway={pathway} />}
      </Await>
    </Page>
  )
}
