import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

/** The page of one story. */
export function StoryPage({ children }: { readonly children: ReactNode }) {
  return (
    <main className={styles['story']}>
      <h1 className="visually-hidden">Gallery</h1>
      {children}
    </main>
  )
}

/** States that belong together, under their name. */
export function Group({
  title,
  children,
  look = 'row',
}: {
  readonly title: string
  readonly children: ReactNode
  readonly look?: 'row' | 'tiles' | 'surface' | 'plain'
}) {
  return (
    <section className={styles['group']}>
      <h2>{title}</h2>
      <div className={look === 'plain' ? undefined : styles[look]}>{children}</div>
    </section>
  )
}
