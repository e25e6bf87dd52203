import { ColumnHeightOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown, Popover, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSize } from '../lib/preferences.ts'
import { isStringList, local } from '../lib/storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import type { Density } from './data-table-column.ts'

const densities = ['compact', 'default', 'relaxed'] as const

function isDensity(value: string | null): value is Density {
  return densities.some((density) => density === value)
}

const densityOfSize = { small: 'compact', default: 'default', large: 'relaxed' } as const

/**
 * Density and chosen columns of a list, stored in this browser; without a choice the list follows the
 * console's size.
 */
export function useViewOptions(list: string, defaultHidden: readonly string[]) {
  const [chosen, setDensity] = useState<Density | null>(() => {
    const kept = local.read(storageKeys.listDensity(list))
    return isDensity(kept) ? kept : null
  })
  const size = useSize()
  const density = chosen ?? densityOfSize[size]
  const [hidden, setHidden] = useState<readonly string[]>(
    () => local.readJson(storageKeys.listColumns(list), isStringList) ?? defaultHidden,
  )
  return {
    density,
    hidden,
    chooseDensity(next: Density) {
      local.write(storageKeys.listDensity(list), next)
      setDensity(next)
    },
    /** Null restores the default. */
    hide(next: readonly string[] | null) {
      local.write(storageKeys.listColumns(list), next === null ? null : JSON.stringify(next))
      setHidden(next ?? defaultHidden)
    },
  }
}

type View = ReturnType<typeof useViewOptions>

interface Column {
  readonly key: string
  readonly title: string
  readonly fixed: boolean
}

export function ListViewOptions(props: {
  columns: readonly Column[]
  view: View
  refreshing: boolean
  onRefresh: () => void
}) {
  const { t } = useTranslation()
  const { columns, view } = props
  const densityText = {
    compact: t('common.densityCompact'),
    default: t('common.densityDefault'),
    relaxed: t('common.densityRelaxed'),
  }
  return (
    <>
      <Tooltip title={t('common.refresh')}>
        <Button
          type="text"
          aria-label={t('common.refresh')}
          icon={<ReloadOutlined spin={props.refreshing} />}
          onClick={props.onRefresh}
        />
      </Tooltip>
      <Dropdown
        trigger={['click']}
        menu={{
          selectable: true,
          selectedKeys: [view.density],
          items: densities.map((density) => ({ key: density, label: densityText[density] })),
          onClick: ({ key }) => {
            if (isDensity(key)) view.chooseDensity(key)
          },
        }}
      >
        <Tooltip title={t('common.density')}>
          <Button type="text" aria-label={t('common.density')} icon={<ColumnHeightOutlined />} />
        </Tooltip>
      </Dropdown>
      <ColumnChoice columns={columns} view={view} />
    </>
  )
}

/** Opening moves the focus into it, closing moves it back: it stands at the end of the document. */
function ColumnChoice({ columns, view }: { columns: readonly Column[]; view: View }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const choice = useRef<HTMLDivElement>(null)
  const follow = (nowOpen: boolean) => {
    if (nowOpen) choice.current?.querySelector<HTMLInputElement>('input:enabled')?.focus()
    else if (choice.current?.contains(document.activeElement) === true) button.current?.focus()
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={(wanted) => {
        if (!wanted) follow(false)
        setOpen(wanted)
      }}
      afterOpenChange={(nowOpen) => {
        if (nowOpen) follow(true)
      }}
      title={
        <div className="list-columns-title">
          {t('common.columns')}
          <Button type="link" size="small" onClick={() => view.hide(null)}>
            {t('common.columnsReset')}
          </Button>
        </div>
      }
      content={
        <div className="list-columns" ref={choice}>
          {columns.map(({ key, title, fixed }) => (
            <Checkbox
              key={key}
              checked={!view.hidden.includes(key)}
              disabled={fixed}
              onChange={(event) =>
                view.hide(
                  event.target.checked ? view.hidden.filter((one) => one !== key) : [...view.hidden, key],
                )
              }
            >
              {title}
            </Checkbox>
          ))}
        </div>
      }
    >
      {/* The tooltip would take the first Escape for itself. */}
      <Tooltip title={open ? undefined : t('common.columns')}>
        <Button ref={button} type="text" aria-label={t('common.columns')} icon={<SettingOutlined />} />
      </Tooltip>
    </Popover>
  )
}
