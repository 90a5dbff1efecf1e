import { NativeSelect } from '@mantine/core'
import { carePathways } from '../../data/pathway'
import { wards } from '../../data/ward'
import { useAnswer, type Answer } from '../../engine/react'
import { bulkUploadTexts } from '../../texts/bulk-upload'
import { useEdition } from '../../ui/edition'
import { Await, Banner } from '../../ui/feedback'
import styles from './bulk-upload.module.css'
import type { Upload } from './upload-state'

interface Named {
  readonly id: string
  readonly name: string
}

/** What one place is chosen from. `asked` false: nobody is admitted. */
export interface Places {
  readonly mayAdmit: boolean
  readonly wards: Answer<readonly Named[]>
  readonly carePathways: Answer<readonly Named[]>
  /** Both lists are here, or are not needed. */
  readonly ready: boolean
  /** A ward and a pathway must be chosen (O336). */
  readonly asked: boolean
}

export const usePlaces = (mayAdmit: boolean): Places => {
  const [from, along] = [
    useAnswer(wards, undefined, { enabled: mayAdmit }),
    useAnswer(carePathways, undefined, { enabled: mayAdmit }),
  ]
  return {
    mayAdmit,
    wards: from,
    carePathways: along,
    ready: !mayAdmit || (from.value !== null && along.value !== null),
    asked: mayAdmit && (from.value?.length ?? 0) > 0 && (along.value?.length ?? 0) > 0,
  }
}

export interface ChosenPlace {
  readonly ward: Named | null
  readonly carePathway: Named | null
}

/** Whether what was chosen is among what there is now. */
const isThere = (chosen: Named, of: readonly Named[] | null): boolean =>
  of?.some(({ id }) => id === chosen.id) ?? false

/** The place of all rows; null: it is not chosen yet, is gone, or is not asked for. */
export const placeOf = ({ ward, carePathway }: ChosenPlace, places: Places): Upload['place'] =>
  places.asked &&
  ward !== null &&
  isThere(ward, places.wards.value) &&
  carePathway !== null &&
  isThere(carePathway, places.carePathways.value)
    ? { ward, carePathway }
    : null

function Choice({
  label,
  of,
  chosen,
  onChange,
}: {
  readonly label: string
  readonly of: readonly Named[]
  readonly chosen: Named | null
  readonly onChange: (chosen: Named | null) => void
}) {
  const t = bulkUploadTexts(useEdition()).place
  const isGone = chosen !== null && !isThere(chosen, of)
  return (
    <NativeSelect
      label={label}
      withAsterisk
      value={isGone ? '' : (chosen?.id ?? '')}
      error={isGone ? t.gone(chosen.name) : null}
      data={[
        { value: '', label: t.choose },
        ...of
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget }) => {
        const found = of.find(({ id }) => id === currentTarget.value)
        onChange(found === undefined ? null : { id: found.id, name: found.name })
      }}
    />
  )
}

/** Ward and care pathway, chosen once for all rows. */
export function PlaceFields({
  places,
  chosen,
  onChange,
}: {
  readonly places: Places
  readonly chosen: ChosenPlace
  readonly onChange: (chosen: ChosenPlace) => void
}) {
  const t = bulkUploadTexts(useEdition()).place
  if (!places.mayAdmit) return <Banner kind="info">{t.noRight}</Banner>
  return (
    <fieldset className={styles['place']}>
      <legend>{t.title}</legend>
      <Await of={places.wards} failed={t.failed}>
        {() => null}
      </Await>
      <Await of={places.carePathways} failed={t.failed}>
        {() => null}
      </Await>
      {places.ready && !places.asked && <Banner kind="info">{t.none}</Banner>}
      {places.ready && places.asked && (
        <div className={styles['fields']}>
          <Choice
            label={t.ward}
            of={places.wards.value ?? []}
            chosen={chosen.ward}
            onChange={(ward) => onChange({ ...chosen, ward })}
          />
          <Choice
            label={t.carePathway}
            of={places.carePathways.value ?? []}
            chosen={chosen.carePathway}
            onChange={(carePathway) => onChange({ ...chosen, carePathway })}
          />
        </div>
      )}
    </fieldset>
  )
}
