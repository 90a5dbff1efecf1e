import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useAnchored } from './use-anchored'
import styles from './Popover.module.css'

export interface PopoverProps {
  /** What the button shows. */
  readonly label: ReactNode
  /** The button's name where `label` is not text enough. */
  readonly name?: string
  readonly align?: 'start' | 'end' | 'centre'
  /** `plain` looks like text; `button` like a quiet button. */
  readonly look?: 'plain' | 'button'
  /** The panel; a function gets a way to close it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** A button that opens a panel. Escape and a press outside close it; the focus returns. */
export function Popover({ label, name, align = 'start', look = 'button', children }: PopoverProps) {
  const id = useId()
  const buttonId = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const place = useAnchored(open, button, panel, align)

  useEffect(() => {
    if (!open) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setOpen(false)
      button.current?.focus()
    }
    const onPress = (event: PointerEvent) => {
      const inside =
        event.target instanceof Node &&
        (panel.current?.contains(event.target) || button.current?.contains(event.target))
      if (!inside) setOpen(false)
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPress, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPress, true)
    }
  }, [open])

  const close = () => {
    setOpen(false)
    document.getElementById(buttonId)?.focus()
  }
  return (
    <span className={styles['root']}>
      <button
        ref={button}
        id={buttonId}
        type="button"
        className={styles[look]}
        aria-expanded={open}
        aria-controls={id}
        aria-label={name}
        onClick={() => setOpen((was) => !was)}
      >
        {label}
      </button>
      {open && (
        <div
          ref={panel}
          id={id}
          className={styles['panel']}
          data-placed={place !== null}
          style={{
            left: place?.left ?? 0,
            top: place?.top ?? 0,
            // In a low window its end is scrolled to, not out of reach below the edge.
            ...(place?.above === false && { maxHeight: `calc(100dvh - ${place.top + 8}px)` }),
          }}
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </span>
  )
}
