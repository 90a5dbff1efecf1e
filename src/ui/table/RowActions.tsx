import { Button } from '@mantine/core'
import { useId } from 'react'
import { may } from '../../domain/access/may'
import { listsTexts } from '../../texts/lists'
import { usePrincipal } from '../access'
import { useEdition } from '../edition'
import { Popover } from '../feedback/Popover'
import { Tooltip } from '../feedback/Tooltip'
import { IconMore } from '../layout/icons'
import styles from './RowActions.module.css'
import type { RowAction } from './table-view'

/** The actions that this user may do at all. */
const useAllowed = (actions: readonly RowAction[]): readonly RowAction[] => {
  const principal = usePrincipal()
  return actions.filter(
    ({ action }) => action === undefined || (principal !== null && may(principal, action)),
  )
}

export function RowButtons({ actions }: { readonly actions: readonly RowAction[] }) {
  const allowed = useAllowed(actions)
  return allowed.map(({ label, disabled, danger, onSelect }) => {
    const isOff = typeof disabled === 'string'
    return (
      <Tooltip key={label} label={disabled} disabled={!isOff}>
        <Button
          variant="default"
          className={danger === true && !isOff ? styles['danger'] : undefined}
          aria-disabled={isOff || undefined}
          data-disabled={isOff || undefined}
          onClick={isOff ? undefined : onSelect}
        >
          {label}
        </Button>
      </Tooltip>
    )
  })
}

function MenuItem({
  label,
  disabled,
  danger,
  onSelect,
  close,
}: RowAction & { readonly close: () => void }) {
  const id = useId()
  const isOff = typeof disabled === 'string'
  return (
    <li>
      <button
        type="button"
        className={styles['item']}
        data-danger={danger === true}
        aria-disabled={isOff}
        aria-describedby={isOff ? id : undefined}
        onClick={() => {
          if (isOff) return
          close()
          onSelect()
        }}
      >
        {label}
      </button>
      {isOff && (
        <p id={id} className={styles['reason']}>
          {disabled}
        </p>
      )}
    </li>
  )
}

export interface RowMenuProps {
  /** The row's name: it is part of the button's. */
  readonly name: string
  readonly actions: readonly RowAction[]
}

/** The actions of a row behind a button; nothing where this user may do none. */
export function RowMenu({ name, actions }: RowMenuProps) {
  const t = listsTexts(useEdition()).table
  const allowed = useAllowed(actions)
  if (allowed.length === 0) return null
  return (
    <Popover align="end" name={t.actionsFor(name)} label={<IconMore />}>
      {(close) => (
        <ul className={styles['menu']}>
          {allowed.map((action) => (
            <MenuItem key={action.label} {...action} close={close} />
          ))}
        </ul>
      )}
    </Popover>
  )
}
