import { Checkbox } from '@mantine/core'
import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { listsTexts } from '../../texts/lists'
import { Dash } from '../clinical/Dash'
import { useEdition } from '../edition'
import { Bone } from '../feedback/Skeletons'
import { IconDown, IconUp } from '../layout/icons'
import styles from './DataTable.module.css'
import { RowButtons, RowMenu } from './RowActions'
import { SelectPage } from './SelectPage'
import { rowHeaderOf, toggled, type RowsProps } from './table-parts'
import type { Column } from './table-view'
import { ScrollArea } from '../layout/ScrollArea'

/** True for a press that is the link's, a button's or a field's own, or that ends a selection of text. */
const isOwn = (event: MouseEvent): boolean =>
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.defaultPrevented ||
  (event.target instanceof Element && event.target.closest('a, button, input, label') !== null) ||
  (window.getSelection()?.toString() ?? '') !== ''

function Heading<Row>({
  column,
  columns,
  sort,
  isSortable,
  onSort,
}: { readonly column: Column<Row> } & Pick<
  RowsProps<Row>,
  'columns' | 'sort' | 'isSortable' | 'onSort'
>) {
  const { id, heading, width, align } = column
  const isSticky = column === rowHeaderOf(columns)
  const own = sort?.column === id ? sort : null
  const look = {
    style: { width, minWidth: width },
    'data-measured': width !== undefined,
    'data-align': align,
    'data-sticky': isSticky,
  }
  if (!isSortable(column))
    return (
      <th scope="col" {...look}>
        {heading}
      </th>
    )
  return (
    <th
      scope="col"
      {...look}
      aria-sort={own === null ? 'none' : own.descending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className={styles['sort']}
        data-sorted={own !== null}
        onClick={() => onSort({ column: id, descending: own !== null && !own.descending })}
      >
        {heading}
        {own?.descending === true ? <IconDown size={16} /> : <IconUp size={16} />}
      </button>
    </th>
  )
}

function GridRow<Row>({ row, ...props }: RowsProps<Row> & { readonly row: Row }) {
  const { columns, rowKey, rowName, rowLink, menu, buttons, selection } = props
  const t = listsTexts(useEdition()).table
  const navigate = useNavigate()
  const [key, name, to] = [rowKey(row), rowName(row), rowLink?.(row) ?? null]
  const header = rowHeaderOf(columns)
  const isSelected = selection?.selected.has(key)
  return (
    // The link in the row header is for keys; the rest of the row is a larger target for it.
    <tr
      data-linked={to !== null}
      data-selected={isSelected}
      onClick={to === null ? undefined : (event) => !isOwn(event) && void navigate(to)}
    >
      {selection !== undefined && (
        <td className={styles['check']}>
          <Checkbox
            aria-label={t.select(name)}
            checked={isSelected ?? false}
            onChange={() => selection.onChange(toggled(selection.selected, key))}
          />
        </td>
      )}
      {columns.map((column) =>
        column === header ? (
          <th key={column.id} scope="row" data-align={column.align} data-sticky>
            {to === null ? (
              <Dash>{column.cell(row)}</Dash>
            ) : (
              <Link to={to}>{column.cell(row) ?? name}</Link>
            )}
          </th>
        ) : (
          <td key={column.id} data-align={column.align}>
            <Dash>{column.cell(row)}</Dash>
          </td>
        ),
      )}
      {(menu !== undefined || buttons !== undefined) && (
        <td className={styles['actions']}>
          <div>
            {buttons !== undefined && <RowButtons actions={buttons(row)} />}
            {menu !== undefined && <RowMenu name={name} actions={menu(row)} />}
          </div>
        </td>
      )}
    </tr>
  )
}

/** The rows as a table, in a region that scrolls sideways. */
export function TableGrid<Row>(props: RowsProps<Row>) {
  const { caption, columns, rows, bones, late, rowKey, menu, buttons, selection } = props
  const t = listsTexts(useEdition()).table
  const hasActions = menu !== undefined || buttons !== undefined
  const cells = columns.length + (selection === undefined ? 0 : 1) + (hasActions ? 1 : 0)
  return (
    <ScrollArea className={styles['scroll']} label={caption}>
      <table className={styles['table']} aria-label={caption}>
        <thead>
          <tr>
            {selection !== undefined && (
              <th scope="col" className={styles['check']}>
                <SelectPage {...props} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.id} {...props} column={column} />
            ))}
            {hasActions && (
              <th scope="col" className={styles['actions']}>
                <span className="visually-hidden">{t.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        {rows === null ? (
          <tbody className={styles['bones']} data-late={late} aria-hidden="true">
            {Array.from({ length: bones }, (_, row) => (
              <tr key={row}>
                {Array.from({ length: cells }, (_, cell) => (
                  <td key={cell}>
                    <Bone />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ) : (
          <tbody>
            {rows.map((row) => (
              <GridRow key={rowKey(row)} {...props} row={row} />
            ))}
          </tbody>
        )}
      </table>
    </ScrollArea>
  )
}
