import { Button, NativeSelect, TextInput } from '@mantine/core'
import {
  alertParameters,
  alertRuleTypes,
  comparisons,
  judgedSources,
  scoredParameters,
} from '../../../domain/alerts/rule'
import { inputUnit } from '../../../domain/alerts/threshold-input'
import type { Edition } from '../../../domain/organization/organization'
import { alertTexts } from '../../../texts/alerts'
import { pathwayEditTexts } from '../../../texts/pathway-edit'
import { pathwaysTexts } from '../../../texts/pathways'
import { useEdition } from '../../../ui/edition'
import {
  conditionOf,
  emptyCondition,
  fieldIdOf,
  type ConditionForm,
  type RuleForm,
} from './draft.view'
import styles from './edit.module.css'

const kinds = ['totalScore', 'singleScore', 'threshold', 'trend'] as const

interface Choice {
  readonly value: string
  readonly label: string
}
/** What a condition of a kind can look at. */
const parametersOf = (kind: ConditionForm['kind'], edition: Edition): readonly Choice[] => {
  const { condition: words } = alertTexts(edition)
  const measured = alertParameters.map((one) => ({ value: one, label: words.parameters[one] }))
  if (kind === 'threshold') return measured
  if (kind === 'trend') return [{ value: 'totalScore', label: words.total }, ...measured]
  return [
    { value: '', label: pathwayEditTexts(edition).anyParameter },
    ...scoredParameters.map((one) => ({ value: one, label: words.scored[one] })),
  ]
}
const unitOf = ({ kind, parameter }: ConditionForm, edition: Edition): string => {
  const measured = alertParameters.find((one) => one === parameter)
  return (kind === 'threshold' || kind === 'trend') && measured !== undefined
    ? inputUnit(measured, edition)
    : ''
}

function Condition({
  ruleKey,
  form,
  onChange,
}: {
  readonly ruleKey: string
  readonly form: ConditionForm
  readonly onChange: (form: ConditionForm) => void
}) {
  const edition = useEdition()
  const t = pathwayEditTexts(edition)
  const { condition: words } = alertTexts(edition)
  const parameters = parametersOf(form.kind, edition)
  const set = (part: Partial<ConditionForm>): void => onChange({ ...form, ...part })
  return (
    <>
      <NativeSelect
        label={t.condition}
        value={form.kind}
        data={kinds.map((kind) => ({ value: kind, label: t.conditions[kind] }))}
        onChange={(event) => {
          const kind = kinds.find((one) => one === event.currentTarget.value)
          if (kind !== undefined)
            onChange({
              ...emptyCondition,
              kind,
              parameter: parametersOf(kind, edition)[0]?.value ?? '',
            })
        }}
      />
      {form.kind !== 'totalScore' && (
        <NativeSelect
          label={t.parameter}
          value={form.parameter}
          data={[...parameters]}
          onChange={(event) => set({ parameter: event.currentTarget.value, value: '' })}
        />
      )}
      {form.kind === 'threshold' && (
        <NativeSelect
          label={t.comparison}
          value={form.is}
          data={comparisons.map((one) => ({ value: one, label: words.comparisons[one] }))}
          onChange={(event) => set({ is: event.currentTarget.value })}
        />
      )}
      {form.kind === 'trend' && (
        <NativeSelect
          label={t.change}
          value={form.change}
          data={[
            { value: 'rise', label: t.changes.rise },
            { value: 'fall', label: t.changes.fall },
          ]}
          onChange={(event) => set({ change: event.currentTarget.value })}
        />
      )}
      <TextInput
        id={fieldIdOf(ruleKey, 'value')}
        label={t.threshold(unitOf(form, edition))}
        inputMode="decimal"
        value={form.value}
        onChange={(event) => set({ value: event.currentTarget.value })}
      />
      {form.kind === 'trend' && (
        <TextInput
          id={fieldIdOf(ruleKey, 'hours')}
          label={t.withinHours}
          inputMode="numeric"
          value={form.hours}
          onChange={(event) => set({ hours: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** One alert rule: its words, from what, when and how grave. */
export function RuleEditor({
  rule,
  onChange,
}: {
  readonly rule: RuleForm
  /** Null: it is removed. */
  readonly onChange: (rule: RuleForm | null) => void
}) {
  const edition = useEdition()
  const t = pathwayEditTexts(edition)
  const { source, severities } = pathwaysTexts(edition).alerts
  const condition = rule.condition === null ? null : conditionOf(rule.condition, edition)
  const called = rule.name.trim() === '' ? t.newRule : rule.name
  return (
    <fieldset className={styles['part']}>
      <legend>{t.rule(called)}</legend>
      <TextInput
        id={fieldIdOf(rule.key, 'name')}
        label={t.ruleName}
        value={rule.name}
        onChange={(event) => onChange({ ...rule, name: event.currentTarget.value })}
      />
      <TextInput
        id={fieldIdOf(rule.key, 'description')}
        label={t.description}
        value={rule.description}
        onChange={(event) => onChange({ ...rule, description: event.currentTarget.value })}
      />
      <div className={styles['condition']}>
        {rule.type !== null && (
          <NativeSelect
            label={t.source}
            value={rule.type}
            data={alertRuleTypes.map((one) => ({
              value: one,
              label: source[judgedSources(one, condition)],
            }))}
            onChange={(event) => {
              const type = alertRuleTypes.find((one) => one === event.currentTarget.value)
              if (type !== undefined) onChange({ ...rule, type })
            }}
          />
        )}
        {rule.condition === null ? (
          <p>{t.conditionKept}</p>
        ) : (
          <Condition
            ruleKey={rule.key}
            form={rule.condition}
            onChange={(condition) => onChange({ ...rule, condition })}
          />
        )}
        <NativeSelect
          label={t.severity}
          value={String(rule.severity)}
          data={severities.map((label, value) => ({ value: String(value), label }))}
          onChange={(event) => onChange({ ...rule, severity: Number(event.currentTarget.value) })}
        />
      </div>
      <Button variant="default" onClick={() => onChange(null)}>
        {t.remove(called)}
      </Button>
    </fieldset>
  )
}
