import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct } from '../../lib/use-api.ts'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { afterMove, type Group, type ImportDetail, isOpen } from './zabbix.ts'
import '../../ui/plain-table.css'

/** Rows that are shown before a person asks for more: each has two selects. */
const portion = 20

/** Where the hosts of each group go. The first group with a site decides, so the order matters. */
export function GroupTable({ found }: { found: ImportDetail }) {
  const { t } = useTranslation()
  const { groups, change } = useGroups(found)
  const [shown, setShown] = useState(portion)
  const nested = groups.filter(({ name, target }) => target === 'none' && name.includes('/')).length
  const put = (n: number, part: Partial<Group>) =>
    change(groups.map((group) => (group.n === n ? { ...group, ...part } : group)))
  const move = (from: number, to: number) => change(groups.toSpliced(from, 1).toSpliced(to, 0, groups[from]!))
  const open = isOpen(found)
  return (
    <>
      <p className="zabbix-hint">{t('zabbix.groupsHint')}</p>
      {open && nested > 0 && found.mayCreateOutlets && (
        <Button
          onClick={() =>
            change(
              groups.map((group) =>
                group.target === 'none' && group.name.includes('/') ? { ...group, target: 'new' } : group,
              ),
            )
          }
        >
          {t('zabbix.nestedAsNew', { count: nested })}
        </Button>
      )}
      <div className="plain-table-frame">
        <table className="plain-table zabbix-groups">
          <thead>
            <tr>
              <th>{t('zabbix.group')}</th>
              <th>{t('zabbix.hosts')}</th>
              <th>{t('zabbix.goesTo')}</th>
              {open && <th>{t('zabbix.order')}</th>}
            </tr>
          </thead>
          <tbody>
            {groups.slice(0, shown).map((group, index) => (
              <GroupRow
                key={group.n}
                group={group}
                found={found}
                onChange={(part) => put(group.n, part)}
                {...(index > 0 && { onUp: () => move(index, index - 1) })}
                {...(index < groups.length - 1 && { onDown: () => move(index, index + 1) })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {groups.length > shown && (
        <Button type="link" onClick={() => setShown(shown + portion * 5)}>
          {t('zabbix.more', { count: groups.length - shown })}
        </Button>
      )}
    </>
  )
}

/** What a person chose is shown at once; only what is complete is sent. */
function useGroups(found: ImportDetail) {
  const [draft, setDraft] = useState<readonly Group[] | null>(null)
  const decide = useAct('PUT /monitor/api/v1/zabbix/import/:importId', { refresh: afterMove })
  const change = (groups: readonly Group[]) => {
    setDraft(groups)
    decide.mutate(
      {
        importId: found.id,
        groups: groups.map(({ n, target, outletId, newName }) => ({
          n,
          target: target === 'outlet' && outletId === null ? ('none' as const) : target,
          outletId: target === 'outlet' ? outletId : null,
          newName,
        })),
      },
      // The server refused it: what it has is shown again.
      { onError: () => setDraft(null) },
    )
  }
  return { groups: draft ?? found.groups, change }
}

function GroupRow({
  group,
  found,
  onChange,
  onUp,
  onDown,
}: {
  group: Group
  found: ImportDetail
  onChange: (part: Partial<Group>) => void
  onUp?: () => void
  onDown?: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, target, hosts } = group
  return (
    <tr>
      <td data-label={t('zabbix.group')}>{name}</td>
      <td data-label={t('zabbix.hosts')}>{format.number(hosts)}</td>
      <td data-label={t('zabbix.goesTo')}>
        {isOpen(found) ? (
          <TargetField group={group} mayCreate={found.mayCreateOutlets} onChange={onChange} />
        ) : (
          <span>{target === 'none' ? t('zabbix.targets.none') : (group.outletName ?? group.newName)}</span>
        )}
      </td>
      {isOpen(found) && (
        <td data-label={t('zabbix.order')}>
          <div className="zabbix-order">
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              disabled={onUp === undefined}
              aria-label={t('zabbix.upOf', { name })}
              onClick={() => onUp?.()}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              disabled={onDown === undefined}
              aria-label={t('zabbix.downOf', { name })}
              onClick={() => onDown?.()}
            />
          </div>
        </td>
      )}
    </tr>
  )
}

function TargetField({
  group,
  mayCreate,
  onChange,
}: {
  group: Group
  mayCreate: boolean
  onChange: (part: Partial<Group>) => void
}) {
  const { t } = useTranslation()
  const [newName, setNewName] = useState(group.newName)
  const offered = mayCreate ? (['none', 'outlet', 'new'] as const) : (['none', 'outlet'] as const)
  return (
    <div className="zabbix-target">
      <Select
        value={group.target}
        aria-label={t('zabbix.targetOf', { name: group.name })}
        options={offered.map((value) => ({ value, label: t(`zabbix.targets.${value}`) }))}
        onChange={(target) => onChange({ target })}
      />
      {group.target === 'outlet' && (
        <OutletSelect
          enabled
          value={group.outletId}
          aria-label={t('zabbix.outletOf', { name: group.name })}
          onChange={(outletId: string | null) => onChange({ outletId })}
        />
      )}
      {group.target === 'new' && (
        <Input
          value={newName}
          maxLength={100}
          aria-label={t('zabbix.newNameOf', { name: group.name })}
          onChange={(event) => setNewName(event.target.value)}
          onBlur={() => {
            const wanted = newName.trim()
            if (wanted === '') setNewName(group.newName)
            else if (wanted !== group.newName) onChange({ newName: wanted })
          }}
        />
      )}
    </div>
  )
}
