import { LockOutlined, SearchOutlined } from '@ant-design/icons'
import type { PermissionCode } from '@netward/contract/permissions'
import { Input, Tooltip, Tree } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areas, byArea, withMenus } from './permission-areas.ts'

interface Props {
  /** Codes that apply to this kind of company. */
  readonly offered: readonly PermissionCode[]
  /** Why a code can be neither given nor taken away; null if it can. */
  readonly locked: (code: PermissionCode) => string | null
  /** Passed by the form. */
  readonly value?: readonly PermissionCode[]
  readonly onChange?: (codes: PermissionCode[]) => void
}

const isCode = (key: unknown): key is PermissionCode => typeof key === 'string' && key.startsWith('DMS_')

/** Permissions by area, with a search; those that the user does not hold are shown read-only. */
export function PermissionTree({ offered, locked, value = [], onChange }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const groups = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    const fits = (code: PermissionCode) =>
      wanted === '' ||
      `${t(`permissions.codes.${code}.name`)}\n${t(`permissions.codes.${code}.allows`)}\n${code}`
        .toLowerCase()
        .includes(wanted)
    return byArea(offered.filter(fits))
  }, [offered, search, t])
  const shown = groups.flatMap(({ codes }) => codes)
  const free = offered.filter((code) => locked(code) === null)

  const change = (keys: readonly unknown[]) => {
    const checked = keys.filter(isCode)
    // What the search hides, what is locked and what is not offered stays as it was.
    const next = offered.filter((code) =>
      shown.includes(code) && locked(code) === null ? checked.includes(code) : value.includes(code),
    )
    const kept = value.filter((code) => !offered.includes(code))
    onChange?.(withMenus([...kept, ...next], value, (code) => free.includes(code)))
  }

  return (
    <div className="permission-tree">
      <div className="permission-tree-head">
        <Input
          allowClear
          prefix={<SearchOutlined />}
          placeholder={t('roles.treeSearch')}
          aria-label={t('roles.treeSearch')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <span className="quiet" aria-live="polite">
          {t('roles.treeChosen', {
            chosen: value.filter((code) => offered.includes(code)).length,
            total: offered.length,
          })}
        </span>
      </div>
      {shown.length === 0 ? (
        <p className="quiet">{t('roles.treeNone')}</p>
      ) : (
        <Tree
          // A search opens all its results.
          key={search === '' ? 'all' : 'found'}
          checkable
          selectable={false}
          blockNode
          virtual={false}
          defaultExpandedKeys={search === '' ? areas.slice(0, 2) : [...areas]}
          checkedKeys={shown.filter((code) => value.includes(code))}
          onCheck={(keys) => change(Array.isArray(keys) ? keys : keys.checked)}
          treeData={groups.map(({ area, codes }) => ({
            key: area,
            title: (
              <span className="permission-area">
                {t(`permissions.areas.${area}`)}
                <span className="quiet">
                  {codes.filter((code) => value.includes(code)).length}/{codes.length}
                </span>
              </span>
            ),
            disableCheckbox: codes.every((code) => locked(code) !== null),
            children: codes.map((code) => ({
              key: code,
              title: <Leaf code={code} because={locked(code)} />,
              disableCheckbox: locked(code) !== null,
            })),
          }))}
        />
      )}
    </div>
  )
}

function Leaf({ code, because }: { code: PermissionCode; because: string | null }): ReactNode {
  const { t } = useTranslation()
  const text = (
    <span className={because === null ? 'permission-leaf' : 'permission-leaf permission-locked'}>
      <span>
        {t(`permissions.codes.${code}.name`)}
        {because !== null && <LockOutlined aria-hidden="true" />}
        {because !== null && <span className="visually-hidden">{because}</span>}
      </span>
      <small className="quiet">{t(`permissions.codes.${code}.allows`)}</small>
    </span>
  )
  return because === null ? text : <Tooltip title={because}>{text}</Tooltip>
}

/** The permissions of a role, read-only. */
export function PermissionList({ codes }: { codes: readonly PermissionCode[] }) {
  const { t } = useTranslation()
  return (
    <dl className="permission-list">
      {byArea(codes).map(({ area, codes: held }) => (
        <div key={area}>
          <dt>{t(`permissions.areas.${area}`)}</dt>
          <dd>
            <ul>
              {held.map((code) => (
                <li key={code} title={t(`permissions.codes.${code}.allows`)}>
                  {t(`permissions.codes.${code}.name`)}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}
