import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Tooltip, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { DepartmentDrawer, type DepartmentTask } from './department-drawer.tsx'
import { DepartmentSelect } from './department-select.tsx'
import { type Department, departmentList, type DepartmentNode, idsAbove, treeOf } from './departments.ts'

/** Beyond this number departments are searched by name. */
const searchedFrom = 12

/** A larger tree starts with only its first level open. */
const openUntil = 200

interface Props {
  departments: readonly Department[]
  chosen: Department
  below: boolean
  onChoose: (id: string) => void
  onBelow: (below: boolean) => void
}

/** The departments beside the member list; a select above it where there is no room for a tree. */
export function DepartmentPane({ departments, chosen, below, onChoose, onBelow }: Props) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  useLiveReads(departmentList, ['member.changed'])
  return (
    <section className="departments" aria-label={t('account.departments.title')}>
      <header className="departments-head">
        <h2>{t('account.departments.title')}</h2>
        <Acts chosen={chosen} onChoose={onChoose} />
      </header>
      {narrow ? (
        <div className="departments-choice">
          <DepartmentSelect
            ariaLabel={t('account.departments.choose')}
            value={chosen.id}
            onChange={onChoose}
          />
        </div>
      ) : (
        <DepartmentTree departments={departments} chosen={chosen} onChoose={onChoose} />
      )}
      <footer className="departments-foot">
        <Checkbox checked={below} onChange={({ target }) => onBelow(target.checked)}>
          {t('account.departments.below')}
        </Checkbox>
        <div className="quiet">
          {chosen.head === null
            ? t('account.departments.headNone')
            : t('account.departments.headOf', { name: chosen.head.name })}
        </div>
      </footer>
    </section>
  )
}

function DepartmentTree({
  departments,
  chosen,
  onChoose,
}: Pick<Props, 'departments' | 'chosen' | 'onChoose'>) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(departments.length > openUntil ? departments.map(({ id }) => id).slice(1) : []),
  )
  const term = search.trim().toLowerCase()
  const shown = useMemo(() => {
    if (term === '') return departments
    const kept = new Set<string>()
    for (const { id, name } of departments) {
      if (!name.toLowerCase().includes(term)) continue
      kept.add(id)
      for (const above of idsAbove(departments, id)) kept.add(above)
    }
    return departments.filter(({ id }) => kept.has(id))
  }, [departments, term])
  const tree = useMemo(() => treeOf(shown), [shown])
  const [seen, setSeen] = useState<string | null>(null)
  if (seen !== chosen.id) {
    // The selected one is visible, also when a link led here.
    setSeen(chosen.id)
    const above = new Set(idsAbove(departments, chosen.id))
    setClosed(new Set([...closed].filter((id) => !above.has(id))))
  }
  return (
    <>
      {departments.length > searchedFrom && (
        <Input
          className="departments-search"
          allowClear
          value={search}
          maxLength={100}
          aria-label={t('account.departments.search')}
          placeholder={t('account.departments.search')}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <div className="departments-tree">
        {tree.length === 0 ? (
          <p className="departments-none">{t('account.departments.none')}</p>
        ) : (
          <Tree<DepartmentNode>
            blockNode
            treeData={tree}
            selectedKeys={[chosen.id]}
            expandedKeys={shown.map(({ id }) => id).filter((id) => !closed.has(id))}
            onExpand={(_keys, { node, expanded }) => {
              const next = new Set(closed)
              if (expanded) next.delete(node.key)
              else next.add(node.key)
              setClosed(next)
            }}
            onSelect={(_keys, { node }) => onChoose(node.key)}
            titleRender={renderNode}
          />
        )}
      </div>
    </>
  )
}

const renderNode = ({ department }: DepartmentNode) => <NodeTitle department={department} />

function NodeTitle({ department: { name, membersBelow } }: { department: Department }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <span className="departments-node">
      <span className="departments-name">{name}</span>
      <span className="departments-count">
        <span aria-hidden="true">{format.number(membersBelow)}</span>
        <span className="visually-hidden">{t('account.departments.count', { count: membersBelow })}</span>
      </span>
    </span>
  )
}

/** Actions on the selected department. */
function Acts({ chosen, onChoose }: Pick<Props, 'chosen' | 'onChoose'>) {
  const { t } = useTranslation()
  const [task, setTask] = useState<DepartmentTask | null>(null)
  const [open, setOpen] = useState(false)
  const remove = useRemove(chosen, onChoose)
  const start = (wanted: DepartmentTask) => {
    setTask(wanted)
    setOpen(true)
  }
  const named = (act: string) => `${act} ${chosen.name}`
  return (
    <Permission codes={['DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT']}>
      <div className="departments-acts">
        <Tooltip title={t('account.departments.create')}>
          <Button
            type="text"
            size="small"
            icon={<PlusOutlined aria-hidden="true" />}
            aria-label={t('account.departments.create')}
            onClick={() => start({ kind: 'create', below: chosen })}
          />
        </Tooltip>
        <Tooltip title={t('account.departments.edit')}>
          <Button
            type="text"
            size="small"
            icon={<EditOutlined aria-hidden="true" />}
            aria-label={named(t('account.departments.edit'))}
            disabled={chosen.parentId === null && !chosen.isRoot}
            onClick={() => start({ kind: 'edit', department: chosen })}
          />
        </Tooltip>
        {!chosen.isRoot && (
          <Tooltip
            title={
              remove.possible ? t('account.departments.remove') : t('account.departments.removeNotEmpty')
            }
          >
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={named(t('account.departments.remove'))}
              disabled={!remove.possible}
              onClick={remove.ask}
            />
          </Tooltip>
        )}
      </div>
      {task !== null && (
        <DepartmentDrawer task={task} open={open} onClose={() => setOpen(false)} onMade={onChoose} />
      )}
    </Permission>
  )
}

function useRemove(chosen: Department, onChoose: (id: string) => void) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/auth/department/:departmentId', { refresh: [departmentList] })
  return {
    possible: chosen.membersBelow === 0,
    ask: () =>
      void confirm({
        title: t('account.departments.removeTitle', { name: chosen.name }),
        text: t('account.departments.removeText'),
        action: t('account.departments.remove'),
        act: async () => {
          await remove.mutateAsync({ departmentId: chosen.id })
          notify.success(t('account.departments.removed', { name: chosen.name }))
          if (chosen.parentId !== null) onChoose(chosen.parentId)
        },
      }),
  }
}
