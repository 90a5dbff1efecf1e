import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Feature } from '../../../domain/access/permissions'
import { defaultSort, type SortFacet } from '../../../domain/virtual-ward/options'
import { facetsFor, moveFacet } from '../../../domain/virtual-ward/preferences'
import { boardTexts } from '../../../texts/board'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition } from '../../../ui/edition'
import { IconDown, IconUp } from '../../../ui/layout/icons'
import { directionWords } from '../virtual-ward.view'
import styles from './panels.module.css'

export interface SortPanelProps {
  readonly facets: readonly SortFacet[]
  readonly features: ReadonlySet<Feature>
  readonly onChange: (next: readonly SortFacet[]) => void
}

/** The order of the board: facets by priority, with direction and on or off (C196 to C199). */
export function SortPanel({ facets, features, onChange }: SortPanelProps) {
  const t = boardTexts(useEdition()).sort
  const directions = virtualWardTexts(useEdition()).inWords
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const shown = facetsFor(facets, features)
  const change = (facet: SortFacet, part: Partial<SortFacet>): void =>
    onChange(facets.map((one) => (one.field === facet.field ? { ...one, ...part } : one)))
  const move = (facet: SortFacet, at: number, by: -1 | 1): void => {
    onChange(moveFacet(facets, shown, facet.field, by))
    setSaid(t.moved(t.facet[facet.field], at + by + 1, shown.length))
    // At an end the button that was pressed is disabled: the other one of the same facet has the
    // focus then.
    const end = by < 0 ? at + by === 0 : at + by === shown.length - 1
    if (end)
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-move="${facet.field} ${-by}"]`)?.focus(),
      )
  }
  return (
    <section className={styles['panel']} aria-label={t.title}>
      <h3 className={styles['title']}>{t.title}</h3>
      <p className={styles['hint']}>{t.hint}</p>
      <ol ref={list} className={styles['facets']}>
        {shown.map((facet, at) => {
          const name = t.facet[facet.field]
          const direction = directionWords(facet, directions)
          return (
            <li key={facet.field} data-off={!facet.enabled}>
              <span className={styles['place']} aria-hidden="true">
                {at + 1}
              </span>
              <Checkbox
                label={
                  facet.readOnly === true ? (
                    <>
                      {name} <span className={styles['always']}>{t.always}</span>
                    </>
                  ) : (
                    name
                  )
                }
                aria-label={t.use(name)}
                checked={facet.enabled || facet.readOnly === true}
                disabled={facet.readOnly === true}
                onChange={(event) => change(facet, { enabled: event.currentTarget.checked })}
              />
              <button
                type="button"
                className={styles['direction']}
                aria-label={t.turn(name, direction)}
                onClick={() =>
                  change(facet, { direction: facet.direction === 'ASC' ? 'DESC' : 'ASC' })
                }
              >
                {direction}
              </button>
              <ActionIcon
                data-move={`${facet.field} -1`}
                aria-label={t.up(name)}
                disabled={at === 0}
                onClick={() => move(facet, at, -1)}
              >
                <IconUp />
              </ActionIcon>
              <ActionIcon
                data-move={`${facet.field} 1`}
                aria-label={t.down(name)}
                disabled={at === shown.length - 1}
                onClick={() => move(facet, at, 1)}
              >
                <IconDown />
              </ActionIcon>
            </li>
          )
        })}
      </ol>
      <output className="visually-hidden">{said}</output>
      <Button variant="default" size="sm" onClick={() => onChange(defaultSort)}>
        {t.reset}
      </Button>
    </section>
  )
}
