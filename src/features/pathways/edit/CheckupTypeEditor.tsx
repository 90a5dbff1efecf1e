import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Edition } from '../../../domain/organization/organization'
import {
  settingsOfTile,
  tileKeys,
  tileRules,
  type CheckupTiles,
  type TileKey,
  type TileRule,
  type TileSetting,
} from '../../../domain/pathway/tiles'
import {
  nextTimes,
  rruleOf,
  scheduleKinds,
  weekdays,
  type ScheduleForm,
} from '../../../domain/schedule/schedule-form'
import { formatDateTime } from '../../../domain/time'
import { pathwayEditTexts } from '../../../texts/pathway-edit'
import { pathwaysTexts } from '../../../texts/pathways'
import { recurrenceWords, scheduleTexts } from '../../../texts/schedule-words'
import { useEdition } from '../../../ui/edition'
import { readNow } from '../../../ui/time'
import {
  fieldIdOf,
  toleranceUnits,
  type ToleranceForm,
  type ToleranceUnit,
  type TypeForm,
} from './draft.view'
import styles from './edit.module.css'
import { QuestionsEditor } from './QuestionsEditor'

const shownTimes = 5

function NextTimes({ form, zone }: { readonly form: ScheduleForm; readonly zone: string }) {
  const edition = useEdition()
  const t = pathwayEditTexts(edition)
  const [opened] = useState(readNow)
  const read = rruleOf(form)
  if ('fault' in read || read.rrule === null) return null
  const times = nextTimes(read.rrule, zone, opened, shownTimes)
  return (
    <div>
      <h4>{t.next}</h4>
      {times === null ? (
        <p>{t.nextByAdmission}</p>
      ) : (
        <>
          <ol aria-label={t.next}>
            {times.map((ms) => (
              <li key={ms}>{formatDateTime(new Date(ms).toISOString(), edition, zone)}</li>
            ))}
          </ol>
          <p className={styles['quiet']}>{t.zone(zone)}</p>
        </>
      )}
    </div>
  )
}

function Tolerance({
  id,
  label,
  value,
  onChange,
}: {
  readonly id?: string
  readonly label: string
  readonly value: ToleranceForm
  readonly onChange: (value: ToleranceForm) => void
}) {
  const t = pathwayEditTexts(useEdition())
  const units: readonly ToleranceUnit[] = ['minutes', 'hours', 'days']
  return (
    <>
      <TextInput
        {...(id === undefined ? {} : { id })}
        label={label}
        inputMode="numeric"
        value={value.count}
        onChange={(event) => onChange({ ...value, count: event.currentTarget.value })}
      />
      <NativeSelect
        label={t.unit(label)}
        value={value.unit}
        data={units.map((unit) => ({ value: unit, label: t.units[unit] }))}
        onChange={(event) => {
          const unit = units.find((one) => one === event.currentTarget.value)
          if (unit !== undefined && unit in toleranceUnits) onChange({ ...value, unit })
        }}
      />
    </>
  )
}

const keptWords = (rrule: string, edition: Edition): string =>
  recurrenceWords(rrule, edition) ?? pathwaysTexts(edition).checkupTypes.unread(rrule)

function Schedule({
  typeKey,
  form,
  onChange,
}: {
  readonly typeKey: string
  readonly form: ScheduleForm
  readonly onChange: (form: ScheduleForm) => void
}) {
  const edition = useEdition()
  const t = pathwayEditTexts(edition)
  const { days } = scheduleTexts(edition)
  const kinds = scheduleKinds.filter((kind) => kind !== 'kept' || form.rrule !== '')
  return (
    <>
      <NativeSelect
        label={t.schedule}
        value={form.kind}
        data={kinds.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
        onChange={(event) => {
          const kind = kinds.find((one) => one === event.currentTarget.value)
          if (kind !== undefined) onChange({ ...form, kind })
        }}
      />
      {form.kind === 'kept' && <p>{keptWords(form.rrule, edition)}</p>}
      {(form.kind === 'daily' || form.kind === 'weekly') && (
        <TextInput
          id={fieldIdOf(typeKey, 'times')}
          label={t.times}
          description={t.timesHint}
          value={form.times}
          onChange={(event) => onChange({ ...form, times: event.currentTarget.value })}
        />
      )}
      {form.kind === 'weekly' && (
        <fieldset className={styles['row']}>
          <legend>{t.days}</legend>
          {weekdays.map((day, at) => (
            <Checkbox
              key={day}
              {...(at === 0 ? { id: fieldIdOf(typeKey, 'days') } : {})}
              className={styles['tick'] ?? ''}
              label={days[day]}
              checked={form.days.includes(day)}
              onChange={(event) =>
                onChange({
                  ...form,
                  days: event.currentTarget.checked
                    ? [...form.days, day]
                    : form.days.filter((one) => one !== day),
                })
              }
            />
          ))}
        </fieldset>
      )}
      {form.kind === 'hourly' && (
        <TextInput
          id={fieldIdOf(typeKey, 'hours')}
          label={t.hours}
          inputMode="numeric"
          value={form.hours}
          onChange={(event) => onChange({ ...form, hours: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function Tile({
  tileKey,
  tiles,
  onChange,
}: {
  readonly tileKey: TileKey
  readonly tiles: CheckupTiles
  readonly onChange: (tiles: CheckupTiles) => void
}) {
  const edition = useEdition()
  const t = pathwayEditTexts(edition)
  const { tiles: names, settings: said } = pathwaysTexts(edition)
  const tile: Partial<Record<TileSetting, boolean | undefined>> & { readonly rule: TileRule } =
    tiles[tileKey] ?? { rule: 'disabled' }
  return (
    <div>
      <NativeSelect
        label={names[tileKey]}
        value={tile.rule}
        data={tileRules.map((rule) => ({ value: rule, label: t.tileRules[rule] }))}
        onChange={(event) => {
          const rule = tileRules.find((one) => one === event.currentTarget.value)
          if (rule !== undefined) onChange({ ...tiles, [tileKey]: { ...tile, rule } })
        }}
      />
      {tile.rule !== 'disabled' &&
        settingsOfTile[tileKey].map((setting) => (
          <Checkbox
            key={setting}
            className={styles['tick'] ?? ''}
            label={said[setting]}
            aria-label={`${names[tileKey]}: ${said[setting]}`}
            checked={tile[setting] === true}
            onChange={(event) =>
              onChange({ ...tiles, [tileKey]: { ...tile, [setting]: event.currentTarget.checked } })
            }
          />
        ))}
    </div>
  )
}

/** One check-up type: its words, schedule, tolerances and tiles. */
export function CheckupTypeEditor({
  type,
  zone,
  onChange,
}: {
  readonly type: TypeForm
  readonly zone: string
  /** Null: it is removed. */
  readonly onChange: (type: TypeForm | null) => void
}) {
  const edition = useEdition()
  const t = pathwayEditTexts(edition)
  const called = type.name.trim() === '' ? t.newType : type.name
  const { tiles } = type
  const words = [
    ['name', t.typeName, undefined],
    ['heading', t.heading, t.headingHint],
    ['description', t.description, undefined],
  ] as const
  return (
    <fieldset className={styles['part']}>
      <legend>{t.type(called)}</legend>
      {words.map(([field, label, hint]) => (
        <TextInput
          key={field}
          id={fieldIdOf(type.key, field)}
          label={label}
          description={hint}
          value={type[field]}
          onChange={(event) => onChange({ ...type, [field]: event.currentTarget.value })}
        />
      ))}
      <Schedule
        typeKey={type.key}
        form={type.schedule}
        onChange={(schedule) => onChange({ ...type, schedule })}
      />
      {type.schedule.kind !== 'none' && (
        <div className={styles['row']}>
          <Tolerance
            id={fieldIdOf(type.key, 'tolerance')}
            label={t.early}
            value={type.early}
            onChange={(early) => onChange({ ...type, early })}
          />
          <Tolerance
            label={t.late}
            value={type.late}
            onChange={(late) => onChange({ ...type, late })}
          />
        </div>
      )}
      <NextTimes form={type.schedule} zone={zone} />
      <fieldset className={styles['tiles']}>
        <legend>{t.tiles}</legend>
        {tiles === null ? (
          <p>{t.tilesKept}</p>
        ) : (
          tileKeys.map((key) => (
            <Tile
              key={key}
              tileKey={key}
              tiles={tiles}
              onChange={(changed) => onChange({ ...type, tiles: changed })}
            />
          ))
        )}
      </fieldset>
      {tiles?.symptomsQuestionnaire !== undefined &&
        tiles.symptomsQuestionnaire.rule !== 'disabled' && (
          <QuestionsEditor
            questionnaire={tiles.symptomsQuestionnaire}
            fieldIdOf={(part) => fieldIdOf(type.key, part)}
            onChange={(symptomsQuestionnaire) =>
              onChange({ ...type, tiles: { ...tiles, symptomsQuestionnaire } })
            }
          />
        )}
      <Button variant="default" onClick={() => onChange(null)}>
        {t.remove(called)}
      </Button>
    </fieldset>
  )
}
