import type { ReactNode } from 'react'
import { useTexts } from '../edition'
import styles from './states.module.css'

/** A grey shape of the final size, so that nothing jumps when the content comes. CSS lengths. */
export function Bone({
  width = '100%',
  height = 16,
}: {
  readonly width?: number | string
  readonly height?: number | string
}) {
  return <span className={styles['bone']} style={{ width, height }} />
}

/** Wraps skeletons: tells assistive technology once that something loads. */
export function Skeleton({ children }: { readonly children: ReactNode }) {
  const t = useTexts().ui
  return (
    <div>
      <output className="visually-hidden">{t.loading}</output>
      <div aria-hidden="true" className={styles['pulse']}>
        {children}
      </div>
    </div>
  )
}

const sevenTiles = [
  'respiratory',
  'spo2',
  'oxygen',
  'pressure',
  'pulse',
  'consciousness',
  'temperature',
] as const

/** The shape of `count` patients of the virtual ward. */
export function PatientRowSkeletons({ count = 6 }: { readonly count?: number }) {
  return (
    <Skeleton>
      <div className={styles['rows']}>
        {Array.from({ length: count }, (_, row) => (
          <div className={styles['row']} key={row}>
            <Bone width={4} height={86} />
            <span style={{ display: 'grid', gap: 8 }}>
              <Bone width="70%" height={18} />
              <Bone width="45%" height={14} />
            </span>
            <Bone width={44} height={44} />
            {sevenTiles.map((tile) => (
              <Bone key={tile} height={44} />
            ))}
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

/** The shape of an observation chart: `rows` parameters by `columns` check-ups. */
export function TableSkeleton({
  rows = 8,
  columns = 6,
}: {
  readonly rows?: number
  readonly columns?: number
}) {
  return (
    <Skeleton>
      <div
        style={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: `minmax(96px, 160px) repeat(${columns}, 1fr)`,
        }}
      >
        {Array.from({ length: rows * (columns + 1) }, (_, cell) => (
          <Bone key={cell} height={40} />
        ))}
      </div>
    </Skeleton>
  )
}

/** The shape of `lines` lines of text. */
export function TextSkeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <Skeleton>
      <div className={styles['rows']}>
        {Array.from({ length: lines }, (_, line) => (
          <Bone key={line} width={line === lines - 1 ? '60%' : '100%'} />
        ))}
      </div>
    </Skeleton>
  )
}
