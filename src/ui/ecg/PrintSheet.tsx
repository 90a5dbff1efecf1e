import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { paperHeightMm } from '../../domain/ecg/geometry'
import { ecgTexts } from '../../texts/ecg'
import { useEdition } from '../edition'
import { clockOf } from '../../domain/ecg/clock'
import { rowMm, type StripRow } from './print-strip'
import styles from './PrintSheet.module.css'

export interface PrintSheetProps {
  readonly rows: readonly StripRow[]
  /** Whose it is and of when: on the sheet itself. */
  readonly heading: ReactNode
  readonly setting: string
  readonly onPrinted: () => void
}

/** A strip on A4 in true millimetres, only in print. Prints when its images are there. */
export function PrintSheet({ rows, heading, setting, onPrinted }: PrintSheetProps) {
  const edition = useEdition()
  const t = ecgTexts(edition).strip
  const root = useRef<HTMLDivElement>(null)
  const done = useRef(onPrinted)
  useEffect(() => {
    done.current = onPrinted
  })
  useEffect(() => {
    const images = [...(root.current?.querySelectorAll('img') ?? [])]
    let isOver = false
    const after = (): void => done.current()
    window.addEventListener('afterprint', after)
    document.documentElement.dataset['printing'] = 'ecg'
    void Promise.all(images.map((image) => image.decode().catch(() => undefined))).then(() => {
      if (!isOver) window.print()
    })
    return () => {
      isOver = true
      window.removeEventListener('afterprint', after)
      delete document.documentElement.dataset['printing']
    }
    // Other rows are other images to wait for.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [rows])
  return createPortal(
    <div ref={root} data-ecg-sheet className={styles['sheet']}>
      <header>
        <strong>{t.title}</strong>
        {heading}
        <span>
          {setting}. {t.scale}
        </span>
      </header>
      {rows.map(({ from, url }) => (
        <figure key={from}>
          <img src={url} alt="" style={{ width: `${rowMm}mm`, height: `${paperHeightMm}mm` }} />
          <figcaption>{t.row(clockOf(from, edition))}</figcaption>
        </figure>
      ))}
      <footer>{t.signed}</footer>
    </div>,
    document.body,
  )
}
