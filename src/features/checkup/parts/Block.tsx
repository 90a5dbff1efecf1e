import { useId, type ReactNode } from 'react'
import styles from './CheckupDetail.module.css'

export function Block({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles['block']}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** Names and values, one pair a line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
