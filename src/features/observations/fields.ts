import {
  askedSymptoms,
  fieldsOfTile,
  isAnswered,
  noSymptom,
  oxygenChoices,
  painLevels,
  shownLimits,
  skipField,
  typedNumbers,
  type FormTile,
  type ObservationFault,
  type ObservationValues,
  type TypedNumber,
} from '../../domain/observation/form'
import {
  bloodPressurePositions,
  consciousnessValues,
  glucoseTimings,
} from '../../domain/checkup/checkup'
import { notMeasuredReasons, staffWays } from '../../domain/checkup/by-hand'
import type { Edition } from '../../domain/organization/organization'
import type { AskedCheckup, TileKey } from '../../domain/pathway/tiles'
import { symptomOf, type Symptom } from '../../domain/symptoms/catalogue'
import { symptomWords } from '../../domain/symptoms/words'
import { checkupTexts } from '../../texts/checkup'
import { observationsTexts } from '../../texts/observations'
import { pathwaysTexts } from '../../texts/pathways'
import type { FieldOption, FieldSpec } from '../../ui/form-kit'
import { glucoseWords } from '../../ui/symptoms/question-words'

type Name = keyof ObservationValues
type Spec = FieldSpec<Name>

/** How long ago it can have been measured, as choices of minutes. */
export const agoOptions = (edition: Edition): readonly FieldOption[] => {
  const t = observationsTexts(edition)
  return [0, 5, 10, 15, 30, 45, 60, 120, 180, 240, 360, 480, 720, 1440].map((minutes) => ({
    value: String(minutes),
    label: minutes === 0 ? t.now : minutes < 60 ? t.minutesAgo(minutes) : t.hoursAgo(minutes / 60),
  }))
}

const isNumber = (name: Name): name is TypedNumber =>
  (typedNumbers as readonly string[]).includes(name)

/** The name of a tile. */
export const tileName = (tile: string, edition: Edition): string => {
  const names: Readonly<Record<string, string>> = pathwaysTexts(edition).tiles
  return names[tile] ?? tile
}

/** A field's label, with its unit where it has one. */
const labelOf = (name: Name, edition: Edition): string => {
  const t = observationsTexts(edition)
  const labels: Readonly<Record<string, string>> = t.labels
  const label = labels[name] ?? name
  return isNumber(name) ? t.withUnit(label, t.units[name]) : label
}

/** What is wrong with a field, in words. */
export const faultWords = (name: Name, fault: ObservationFault, edition: Edition): string => {
  const t = observationsTexts(edition)
  const labels: Readonly<Record<string, string>> = t.labels
  const label = labels[name] ?? name
  switch (fault) {
    case 'form':
      return t.faults.form(label)
    case 'impossible': {
      if (!isNumber(name)) return t.faults.form(label)
      const [low, high] = shownLimits(name, edition)
      return t.faults.impossible(label, String(low), String(high), t.units[name])
    }
    case 'missing':
      return t.faults.missing(label)
    case 'below':
      return t.faults.below
    case 'reason':
      return t.faults.reason(tileName(name.slice('skip-'.length), edition))
    case 'nothing':
      return t.faults.nothing
  }
}

/** Why an answer that is still in the form is not recorded. */
export const endedWords = ({ key, glucoseAbove, after }: Symptom, edition: Edition): string => {
  const t = observationsTexts(edition).ended
  const words = symptomWords(key, edition)
  if (glucoseAbove !== undefined) return t.glucose(words, glucoseWords(glucoseAbove, edition))
  const before = after === undefined ? undefined : symptomOf(after)
  return before === undefined ? t.age(words) : t.after(words, symptomWords(before.key, edition))
}

/** The fields of the form for a patient: those of its tiles, and a reason for each that stays open. */
export const observationFields = (
  tiles: readonly FormTile[],
  values: ObservationValues,
  types: readonly AskedCheckup[],
  isFlagged: boolean,
  edition: Edition,
): readonly Spec[] => {
  const t = observationsTexts(edition)
  const words = checkupTexts(edition)
  const said = (keys: readonly string[], of: Readonly<Record<string, string>>): FieldOption[] =>
    keys.map((value) => ({ value, label: of[value] ?? value }))
  const select = (name: Name, options: readonly FieldOption[], more: object = {}): Spec => ({
    kind: 'select',
    name,
    label: labelOf(name, edition),
    options,
    ...more,
  })
  const chosen: Partial<Record<Name, Spec>> = {
    symptoms: {
      kind: 'multiSelect',
      name: 'symptoms',
      label: t.labels.symptoms,
      options: [
        { value: noSymptom, label: t.noSymptom },
        ...askedSymptoms.map((value) => ({ value, label: symptomWords(value, edition) })),
      ],
    },
    pain: select('pain', said(painLevels, {})),
    consciousness: select(
      'consciousness',
      consciousnessValues.map((value) => ({
        value,
        label: `${value}: ${words.consciousness.values[value]}`,
      })),
    ),
    position: select('position', said(bloodPressurePositions, t.positions)),
    oxygen: select(
      'oxygen',
      oxygenChoices.map((value) => ({
        value,
        label:
          value === 'air'
            ? t.oxygen.air
            : value === 'unknown'
              ? t.oxygen.unknown
              : value === 'above_5'
                ? t.oxygen.above5
                : t.oxygen.flow(value),
      })),
      isFlagged ? { hint: t.flagged } : {},
    ),
    glucoseTiming: select('glucoseTiming', said(glucoseTimings, words.glucose.timings)),
  }
  const specOf = (name: Name): readonly Spec[] => {
    const one = chosen[name]
    if (one !== undefined) return [one]
    return isNumber(name)
      ? [{ kind: 'text', name, label: labelOf(name, edition), inputMode: 'decimal', maxLength: 7 }]
      : []
  }
  const skipOf = (tile: TileKey): Spec => ({
    kind: 'select',
    name: skipField(tile),
    label: t.skipNamed(tileName(tile, edition)),
    options: said(notMeasuredReasons, words.notMeasured.reasons),
  })
  return [
    ...(types.length === 0
      ? []
      : [
          {
            kind: 'select',
            name: 'checkupType',
            label: t.checkup,
            required: true,
            options: types.map(({ id, name }) => ({ value: id, label: name })),
          } as const,
        ]),
    {
      kind: 'select',
      name: 'how',
      label: t.how,
      required: true,
      options: said(staffWays, t.ways),
    },
    ...tiles.flatMap(({ key, isRequired }) => [
      ...fieldsOfTile[key].flatMap(specOf),
      ...(isRequired && !isAnswered(key, values) ? [skipOf(key)] : []),
    ]),
    { kind: 'textarea', name: 'notes', label: t.labels.notes, rows: 2, maxLength: 5000 },
  ]
}
