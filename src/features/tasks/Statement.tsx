import { useId, useLayoutEffect, useRef, useState } from 'react'
import { tasksTexts } from '../../texts/tasks'
import { useEdition } from '../../ui/edition'
import styles from './tasks.module.css'

/** A statement in two lines; the rest is shown when it is asked for. */
export function Statement({ text, about }: { readonly text: string; readonly about: string }) {
  const t = tasksTexts(useEdition())
  const id = useId()
  const words = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const element = words.current
    if (element === null || isOpen) return undefined
    const measure = (): void => setCut(element.scrollHeight > element.clientHeight + 1)
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [isOpen])
  return (
    <>
      <span ref={words} id={id} className={styles['statement']} data-open={isOpen}>
        {text}
      </span>
      {(isCut || isOpen) && (
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t.less : t.more}
          <span className="visually-hidden">{`, ${t.statementOf(about)}`}</span>
        </button>
      )}
    </>
  )
}
