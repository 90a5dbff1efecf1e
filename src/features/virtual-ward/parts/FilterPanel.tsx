import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { historyHours, historyWindowOf } from '../../../domain/virtual-ward/options'
import type { BoardFilter } from '../../../domain/virtual-ward/preferences'
import type { Problem } from '../../../domain/problem'
import { boardTexts, type BoardTexts } from '../../../texts/board'
import { useEdition } from '../../../ui/edition'
import { historyWords, type FilterNames } from '../virtual-ward.view'
import styles from './panels.module.css'

export interface FilterPanelProps {
  readonly filter: BoardFilter
  /** What the user has; null: not known yet. */
  readonly values: FilterNames | null
  readonly problem: Problem | null
  readonly onRetry: () => void
  /** The organisation has wards; it is a practice; the board's legacy behaviour (C192, C193). */
  readonly has: { readonly wards: boolean; readonly neighbours: boolean; readonly legacy: boolean }
  readonly onChange: (next: BoardFilter) => void
  readonly onReset: () => void
}

const toggled = (ids: readonly string[], id: string, on: boolean): readonly string[] =>
  on ? [...ids, id] : ids.filter((one) => one !== id)

/** The wards of the user, each to be ticked; or why there are none (C194, C195). */
function Wards({
  filter,
  values,
  problem,
  onRetry,
  has,
  onChange,
  words,
}: FilterPanelProps & { readonly words: BoardTexts['filter'] }) {
  const { wardIds } = filter
  return (
    <fieldset className={styles['group']}>
      <legend>{words.wards}</legend>
      {problem !== null && (
        <p className={styles['warning']}>
          {words.notLoaded}{' '}
          <button type="button" className={styles['link']} onClick={onRetry}>
            {words.retry}
          </button>
        </p>
      )}
      {values === null && problem === null && <p className={styles['hint']}>{words.loading}</p>}
      {values !== null && values.wards.length === 0 && <p>{words.noWards}</p>}
      {values !== null && values.wards.length > 0 && (
        <div className={styles['boxes']}>
          {has.legacy && (
            <Checkbox
              label={words.allWards}
              checked={wardIds === 'all'}
              onChange={(event) =>
                onChange({ ...filter, wardIds: event.currentTarget.checked ? 'all' : [] })
              }
            />
          )}
          {values.wards.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={wardIds !== 'all' && wardIds.includes(id)}
              onChange={(event) =>
                onChange({
                  ...filter,
                  wardIds: toggled(
                    wardIds === 'all' ? [] : wardIds,
                    id,
                    event.currentTarget.checked,
                  ),
                })
              }
            />
          ))}
        </div>
      )}
      {values !== null && (
        <p className={styles['hint']}>
          <strong>{words.missingWard}</strong> {words.missingWardAdvice}
        </p>
      )}
    </fieldset>
  )
}

/** What the board is filtered by besides a name; every choice counts at once. */
export function FilterPanel(props: FilterPanelProps) {
  const { filter, values, has, onChange, onReset } = props
  const words = boardTexts(useEdition())
  const t = words.filter
  return (
    <section className={styles['panel']} aria-label={t.title}>
      <NativeSelect
        label={t.history}
        description={t.historyHint}
        value={String(filter.history)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, history: historyWindowOf(value === 'all' ? value : Number(value)) })
        }
        data={[...historyHours, 'all' as const].map((one) => ({
          value: String(one),
          label: historyWords(one, words),
        }))}
      />
      <Checkbox
        label={t.onlyOverdue}
        checked={filter.onlyOverdue}
        onChange={(event) => onChange({ ...filter, onlyOverdue: event.currentTarget.checked })}
      />
      {has.wards && <Wards {...props} words={t} />}
      {has.neighbours && (
        <fieldset className={styles['group']}>
          <legend>{t.neighbours}</legend>
          {values !== null && values.neighbors.length === 0 && <p>{t.noNeighbours}</p>}
          <div className={styles['boxes']}>
            {values?.neighbors.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={filter.neighborIds.includes(id)}
                onChange={(event) =>
                  onChange({
                    ...filter,
                    neighborIds: toggled(filter.neighborIds, id, event.currentTarget.checked),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <Button variant="default" size="sm" onClick={onReset}>
        {t.reset}
      </Button>
    </section>
  )
}
