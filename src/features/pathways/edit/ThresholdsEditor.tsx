import { NativeSelect, TextInput } from '@mantine/core'
import { inputUnit } from '../../../domain/alerts/threshold-input'
import { thresholdParameters, type ThresholdParameter } from '../../../domain/ews/thresholds'
import { alertTexts } from '../../../texts/alerts'
import { pathwayEditTexts } from '../../../texts/pathway-edit'
import { useEdition } from '../../../ui/edition'
import styles from './edit.module.css'
import { bandsOf, parameterOf, thresholdFieldId, type ThresholdsForm } from './thresholds.view'

/** By what patients of the pathway are scored who have no thresholds of their own (K12). */
export function ThresholdsEditor({
  form,
  onChange,
}: {
  /** Null: they cannot be read here. */
  readonly form: ThresholdsForm | null
  readonly onChange: (form: ThresholdsForm) => void
}) {
  const edition = useEdition()
  const t = pathwayEditTexts(edition).thresholds
  if (form === null) return <p>{t.kept}</p>
  const { parameters } = alertTexts(edition).condition
  const set = (parameter: ThresholdParameter, changed: number, low: string): void =>
    onChange({
      ...form,
      lows: {
        ...form.lows,
        [parameter]: form.lows[parameter].map((one, at) => (at === changed ? low : one)),
      },
    })
  return (
    <>
      <NativeSelect
        label={t.scheme}
        description={t.hint}
        value={form.isOwn ? 'own' : 'news2'}
        data={[
          { value: 'news2', label: t.news2 },
          { value: 'own', label: t.own },
        ]}
        onChange={(event) => onChange({ ...form, isOwn: event.currentTarget.value === 'own' })}
      />
      {form.isOwn &&
        thresholdParameters.map((parameter) => {
          const [bottom, ...bands] = bandsOf(form)[parameter]
          const name = parameters[parameterOf[parameter]]
          return (
            <fieldset key={parameter} className={styles['part']}>
              <legend>{t.parameter(name, inputUnit(parameterOf[parameter], edition))}</legend>
              <p className={styles['quiet']}>{t.below(bottom?.score ?? 0)}</p>
              <div className={styles['row']}>
                {bands.map(({ score }, at) => (
                  <TextInput
                    // A threshold is known by its place alone.
                    // oxlint-disable-next-line react/no-array-index-key
                    key={at}
                    id={thresholdFieldId(parameter, at)}
                    label={t.from(score)}
                    inputMode="decimal"
                    maxLength={8}
                    value={form.lows[parameter][at] ?? ''}
                    onChange={(event) => set(parameter, at, event.currentTarget.value)}
                  />
                ))}
              </div>
            </fieldset>
          )
        })}
    </>
  )
}
