import type { ReactNode } from 'react'
import { Dash } from './Dash'
import styles from './Facts.module.css'

/** Named values that are read only. */
export function Facts({
  of,
}: {
  readonly of: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className={styles['facts']}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Dash>{value}</Dash>
          </dd>
        </div>
      ))}
    </dl>
  )
}
