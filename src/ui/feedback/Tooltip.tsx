import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { useAnchored } from './use-anchored'
import styles from './Tooltip.module.css'

/** Before a tooltip shows under a resting pointer, in ms (P372). */
const tooltipDelayMs = 350
/** Time to move the pointer from the anchor into the tooltip, in ms (WCAG 1.4.13, hoverable). */
const leaveMs = 120

export interface TooltipProps {
  readonly label: ReactNode
  /** One element that can take focus; the tooltip becomes its description. */
  readonly children: ReactElement<{ 'aria-describedby'?: string }>
  readonly disabled?: boolean
  /** Its place along its anchor. */
  readonly align?: 'centre' | 'end'
}

/**
 * A short explanation: after 350 ms of hover, at once on focus and touch. It stays under the
 * pointer and closes with Escape (WCAG 1.4.13).
 */
export function Tooltip({ label, children, disabled = false, align = 'centre' }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const [open, setOpen] = useState(false)
  const [host, setHost] = useState<Element | null>(null)
  const place = useAnchored(open, anchor, panel, align)

  const show = (next: boolean) => {
    // Inside a native dialog the rest of the page is inert, so the tooltip has to stand in the
    // dialog.
    setHost(anchor.current?.closest('dialog') ?? document.body)
    setOpen(next)
  }
  const change = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current)
    if (afterMs === 0) show(next)
    else timer.current = setTimeout(() => show(next), afterMs)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (!open) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation() // the first Escape closes the tooltip, not the dialog around it
      setOpen(false)
    }
    const onTouch = (event: PointerEvent) => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onTouch, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onTouch, true)
    }
  }, [open])

  if (disabled) return children
  return (
    <span
      ref={anchor}
      className={styles['anchor']}
      onPointerEnter={(event) => event.pointerType !== 'touch' && change(true, tooltipDelayMs)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && change(false, leaveMs)}
      onPointerUp={(event) => event.pointerType === 'touch' && change(true, 0)}
      onFocus={(event) => event.target.matches(':focus-visible') && change(true, 0)}
      onBlur={() => change(false, 0)}
    >
      {cloneElement(children, open ? { 'aria-describedby': id } : {})}
      {open &&
        host !== null &&
        createPortal(
          <div
            ref={panel}
            id={id}
            role="tooltip"
            className={styles['panel']}
            data-placed={place !== null}
            style={{ left: place?.left ?? 0, top: place?.top ?? 0 }}
            onPointerEnter={() => change(true, 0)}
            onPointerLeave={() => change(false, leaveMs)}
          >
            {label}
          </div>,
          host,
        )}
    </span>
  )
}
