import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Popover } from '../feedback/Popover'
import { IconDown, IconUser } from './icons'
import styles from './UserMenu.module.css'

export interface UserMenuItem {
  readonly label: string
  /** A path, or something to do. */
  readonly to?: string
  readonly onSelect?: () => void
}

export interface UserMenuProps {
  /** Who is signed in. */
  readonly name: string
  /** The button's name where it should say more; it must contain `name`. */
  readonly menuName?: string
  readonly detail?: string
  readonly items: readonly UserMenuItem[]
  /** Controls above the items, e.g. ThemePicker; a function gets a way to close the menu. */
  readonly children?: ReactNode | ((close: () => void) => ReactNode)
}

/** The menu of who is signed in. */
export function UserMenu({ name, menuName, detail, items, children }: UserMenuProps) {
  return (
    <Popover
      align="end"
      name={menuName ?? name}
      label={
        <>
          <IconUser />
          <span className={styles['name']}>{name}</span>
          <IconDown size={16} />
        </>
      }
    >
      {(close) => (
        <div className={styles['menu']}>
          <p className={styles['who']}>
            <strong>{name}</strong>
            {detail !== undefined && <span>{detail}</span>}
          </p>
          {typeof children === 'function' ? children(close) : children}
          <ul className={styles['list']}>
            {items.map((item) => (
              <li key={item.label}>
                {item.to === undefined ? (
                  <button
                    type="button"
                    className={styles['item']}
                    onClick={() => {
                      close()
                      item.onSelect?.()
                    }}
                  >
                    {item.label}
                  </button>
                ) : (
                  <Link to={item.to} className={styles['item']} onClick={close}>
                    {item.label}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Popover>
  )
}
