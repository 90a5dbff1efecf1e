import type { CarePathwayDetail, CheckupType, PathwayAlertRule } from '../../../data/pathway'
import {
  alertParameters,
  comparisons,
  scoredParameters,
  type AlertCondition,
  type AlertParameter,
  type AlertRuleType,
} from '../../../domain/alerts/rule'
import { readThreshold, typedThreshold } from '../../../domain/alerts/threshold-input'
import type { Edition } from '../../../domain/organization/organization'
import { pathwayDraftSchema, type PathwayDraft } from '../../../domain/pathway/pathway'
import type { CheckupTiles } from '../../../domain/pathway/tiles'
import {
  thresholdsForm,
  thresholdsPart,
  type ThresholdFault,
  type ThresholdsForm,
} from './thresholds.view'
import {
  rruleOf,
  scheduleForm,
  type ScheduleFault,
  type ScheduleForm,
} from '../../../domain/schedule/schedule-form'

/** Seconds of the units in which a tolerance is typed. */
export const toleranceUnits = { minutes: 60, hours: 3_600, days: 86_400 } as const
export type ToleranceUnit = keyof typeof toleranceUnits
export interface ToleranceForm {
  readonly count: string
  readonly unit: ToleranceUnit
}

/** A check-up type as it is typed. */
export interface TypeForm {
  readonly key: string
  readonly id: string | null
  readonly name: string
  readonly heading: string
  readonly description: string
  readonly schedule: ScheduleForm
  readonly early: ToleranceForm
  readonly late: ToleranceForm
  /** Null: not readable here; they stay as they are. */
  readonly tiles: CheckupTiles | null
}

/** A condition as it is typed: what its kind does not need stays unread. */
export interface ConditionForm {
  readonly kind: AlertCondition['kind']
  readonly parameter: string
  readonly is: string
  readonly change: string
  readonly value: string
  readonly hours: string
  /** The condition that was opened. */
  readonly opened?: AlertCondition
}
export interface RuleForm {
  readonly key: string
  readonly id: string | null
  readonly name: string
  readonly description: string
  readonly type: AlertRuleType | null
  /** Null: not readable here; it stays as it is. */
  readonly condition: ConditionForm | null
  readonly severity: number
}
export interface PathwayForm {
  readonly name: string
  /** Minutes as they are typed; '': alerts never escalate. */
  readonly escalate: string
  readonly escalateBefore: string
  /** Null: not readable here; they stay as they are. */
  readonly thresholds: ThresholdsForm | null
  readonly types: readonly TypeForm[]
  readonly rules: readonly RuleForm[]
}

const toleranceForm = (seconds: number): ToleranceForm => {
  const unit =
    (['days', 'hours'] as const).find(
      (one) => seconds > 0 && seconds % toleranceUnits[one] === 0,
    ) ?? 'minutes'
  return { count: String(seconds / toleranceUnits[unit]), unit }
}

const typeForm = (type: CheckupType, edition: Edition): TypeForm => ({
  key: type.id,
  id: type.id,
  name: type.name,
  heading: type.heading,
  description: type.description,
  schedule: scheduleForm(type.schedule, edition),
  early: toleranceForm(type.schedule?.tolerance.early ?? 3_600),
  late: toleranceForm(type.schedule?.tolerance.late ?? 3_600),
  tiles: type.checkupTiles,
})

/** A condition that begins with these, of each kind. */
export const emptyCondition: ConditionForm = {
  kind: 'totalScore',
  parameter: 'spO2',
  is: 'below',
  change: 'rise',
  value: '',
  hours: '24',
}

const conditionForm = (condition: AlertCondition, edition: Edition): ConditionForm => {
  const of = { ...emptyCondition, kind: condition.kind, opened: condition }
  switch (condition.kind) {
    case 'threshold': {
      const { parameter, is, value } = condition
      const typed = typedThreshold(value, { parameter, edition, isChange: false })
      return { ...of, parameter, is, value: typed }
    }
    case 'totalScore':
      return { ...of, value: String(condition.atLeast) }
    case 'singleScore':
      return { ...of, parameter: condition.parameter ?? '', value: String(condition.atLeast) }
    case 'trend': {
      const { of: parameter, change, by, withinHours } = condition
      const value =
        parameter === 'totalScore'
          ? String(by)
          : typedThreshold(by, { parameter, edition, isChange: true })
      return { ...of, parameter, change, value, hours: String(withinHours) }
    }
  }
}

const ruleForm = (rule: PathwayAlertRule, edition: Edition): RuleForm => ({
  key: rule.id,
  id: rule.id,
  name: rule.name,
  description: rule.description,
  type: rule.type,
  condition: rule.condition === null ? null : conditionForm(rule.condition, edition),
  severity: rule.severity,
})

/** A pathway as the editor begins with it. */
export const pathwayForm = (pathway: CarePathwayDetail, edition: Edition): PathwayForm => ({
  name: pathway.name,
  escalate: String(pathway.escalateAfterMinutes ?? ''),
  escalateBefore: String(pathway.escalateAfterMinutes ?? ''),
  thresholds:
    pathway.ewsThresholds === undefined ? null : thresholdsForm(pathway.ewsThresholds, edition),
  types: pathway.checkupTypes.map((one) => typeForm(one, edition)),
  rules: pathway.alertRules.map((one) => ruleForm(one, edition)),
})

/** A check-up type to begin with. */
export const newType = (key: string): TypeForm => ({
  key,
  id: null,
  name: '',
  heading: '',
  description: '',
  schedule: { ...scheduleForm(null, 'en-GB'), kind: 'daily' },
  early: { count: '1', unit: 'hours' },
  late: { count: '1', unit: 'hours' },
  tiles: {},
})
/** A rule to begin with. */
export const newRule = (key: string): RuleForm => ({
  key,
  id: null,
  name: '',
  description: '',
  type: 'new-checkup',
  condition: emptyCondition,
  severity: 3,
})

/** The id of a field of a check-up type or rule, to which a fault leads. */
export const fieldIdOf = (key: string, field: string): string => `pathway-${key}-${field}`
/** The fields that are of no part. */
export const nameFieldId = 'pathway-name'
export const escalateFieldId = 'pathway-escalate'

/** What of a form cannot be saved, and where. `said`: by the rules of a pathway, in words. */
export type DraftFault = { readonly at: string; readonly fieldId: string } & (
  | { readonly of: ScheduleFault | 'tolerance' | 'condition' | ThresholdFault }
  | { readonly of: 'said'; readonly said: string }
)

const among = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((one) => one === text)

const readNumber = (text: string): number | null =>
  /^\s*\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : null

const parts = ['kind', 'parameter', 'is', 'change', 'value', 'hours'] as const

/** The opened condition where its form is as it was: its units are not converted there and back. */
const untouched = (form: ConditionForm, edition: Edition): AlertCondition | null => {
  if (form.opened === undefined) return null
  const before = conditionForm(form.opened, edition)
  return parts.every((part) => before[part] === form[part]) ? form.opened : null
}

/** The condition of a form; null: it is not whole. */
export const conditionOf = (form: ConditionForm, edition: Edition): AlertCondition | null => {
  const plain = readNumber(form.value)
  const parameter: AlertParameter | undefined = among(alertParameters, form.parameter)
  switch (form.kind) {
    case 'threshold': {
      const is = among(comparisons, form.is)
      if (parameter === undefined || is === undefined) return null
      const value = readThreshold(form.value, { parameter, edition, isChange: false })
      return value === null ? null : { kind: 'threshold', parameter, is, value }
    }
    case 'totalScore':
      return plain === null ? null : { kind: 'totalScore', atLeast: plain }
    case 'singleScore': {
      const scored = among(scoredParameters, form.parameter)
      if (plain === null) return null
      return {
        kind: 'singleScore',
        atLeast: plain,
        ...(scored === undefined ? {} : { parameter: scored }),
      }
    }
    case 'trend': {
      const of = form.parameter === 'totalScore' ? 'totalScore' : parameter
      const withinHours = readNumber(form.hours)
      if (of === undefined || withinHours === null) return null
      const by =
        of === 'totalScore'
          ? plain
          : readThreshold(form.value, { parameter: of, edition, isChange: true })
      const change = form.change === 'fall' ? 'fall' : 'rise'
      return by === null ? null : { kind: 'trend', of, change, by, withinHours }
    }
  }
}

const secondsOf = ({ count, unit }: ToleranceForm): number | null => {
  const read = readNumber(count)
  return read === null ? null : Math.round(read * toleranceUnits[unit])
}

const typeOf = (form: TypeForm, faults: DraftFault[]): PathwayDraft['checkupTypes'][number] => {
  const read = rruleOf(form.schedule)
  const [early, late] = [secondsOf(form.early), secondsOf(form.late)]
  const rrule = 'rrule' in read ? read.rrule : null
  const fault = (of: ScheduleFault | 'tolerance', field: string = of): void => {
    faults.push({ at: form.name, of, fieldId: fieldIdOf(form.key, field) })
  }
  if ('fault' in read) fault(read.fault, read.fault === 'minutes' ? 'times' : read.fault)
  else if (rrule !== null && (early === null || late === null)) fault('tolerance')
  const { id, name, heading, description, tiles } = form
  return {
    id,
    name,
    heading: heading.trim() === '' ? name : heading,
    description,
    schedule: rrule === null ? null : { rrule, tolerance: { early: early ?? 0, late: late ?? 0 } },
    checkupTiles: tiles,
  }
}

/** The alert rules of a form, and what is not whole in them. */
export const rulesOf = (
  forms: readonly RuleForm[],
  edition: Edition,
  faults: DraftFault[],
): PathwayDraft['alertRules'] =>
  forms.map(({ key, condition: form, ...rule }) => {
    const condition =
      form === null ? null : (untouched(form, edition) ?? conditionOf(form, edition))
    if (form !== null && condition === null) {
      const isTimeless =
        form.kind === 'trend' && form.value.trim() !== '' && readNumber(form.hours) === null
      const fieldId = fieldIdOf(key, isTimeless ? 'hours' : 'value')
      faults.push({ at: rule.name, of: 'condition', fieldId })
    }
    return { ...rule, condition }
  })

/** The field that a rule of a pathway speaks of, by its path in the draft. */
const placeOf = (
  { types, rules }: PathwayForm,
  [list, index, ...rest]: readonly PropertyKey[],
): { readonly at: string; readonly fieldId: string } => {
  if (list === 'name') return { at: '', fieldId: nameFieldId }
  if (list === 'escalateAfterMinutes') return { at: '', fieldId: escalateFieldId }
  const type = list === 'checkupTypes' ? types[Number(index)] : undefined
  const part = type ?? (list === 'alertRules' ? rules[Number(index)] : undefined)
  if (part === undefined) return { at: '', fieldId: nameFieldId }
  const [field, , parts, at] = rest
  const questions = type?.tiles?.symptomsQuestionnaire
  const asked = parts === 'pages' || parts === 'sections' ? questions?.[parts]?.[Number(at)] : null
  const known = ['name', 'heading', 'description'].find((one) => one === field)
  return { at: part.name, fieldId: fieldIdOf(part.key, asked?.id ?? known ?? 'name') }
}

/** What is saved of a form, or everything that keeps it from being saved. */
export const draftOf = (
  form: PathwayForm,
  edition: Edition,
): { readonly draft: PathwayDraft | null; readonly faults: readonly DraftFault[] } => {
  const thresholds = thresholdsPart(form.thresholds, edition)
  const faults: DraftFault[] = [...thresholds.faults]
  const given = {
    name: form.name,
    checkupTypes: form.types.map((one) => typeOf(one, faults)),
    alertRules: rulesOf(form.rules, edition, faults),
    ...(form.escalate.trim() === form.escalateBefore
      ? {}
      : { escalateAfterMinutes: form.escalate.trim() === '' ? null : Number(form.escalate) }),
    ...thresholds.part,
  }
  const read = pathwayDraftSchema.safeParse(given)
  if (read.success) return { draft: faults.length === 0 ? read.data : null, faults }
  // What is wrong with thresholds is among the faults already, in the edition's words.
  const issues = read.error.issues.filter(({ path: [list] }) => list !== 'ewsThresholds')
  const said = issues.map(({ path, message }): DraftFault => ({
    ...placeOf(form, path),
    of: 'said',
    said: message,
  }))
  return { draft: null, faults: [...faults, ...said] }
}
