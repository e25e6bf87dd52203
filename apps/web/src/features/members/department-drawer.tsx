import { departmentNameProblem } from '@netward/contract/field-rules'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { DepartmentSelect } from './department-select.tsx'
import { type Department, departmentList } from './departments.ts'

interface Values {
  /** Not asked for of the company itself. */
  name?: string
  parentId: string
  headId: string | undefined
}

/** The drawer's purpose: a new department below one, or another name or place for one. */
export type DepartmentTask = { kind: 'create'; below: Department } | { kind: 'edit'; department: Department }

const refresh = [departmentList, 'POST /api/v1/auth/member/lists'] as const

export function DepartmentDrawer({
  task,
  open,
  onClose,
  onMade,
}: {
  task: DepartmentTask
  open: boolean
  onClose: () => void
  onMade: (id: string) => void
}) {
  const { t } = useTranslation()
  const create = useAct('POST /api/v1/auth/department', { refresh, errors: 'caller' })
  const rename = useAct('PUT /api/v1/auth/department/:departmentId', { refresh, errors: 'caller' })
  const move = useAct('POST /api/v1/auth/department/:departmentId/move', { refresh, errors: 'caller' })
  const setHead = useAct('PUT /api/v1/auth/department/:departmentId/head', { refresh, errors: 'caller' })
  const edited = task.kind === 'edit' ? task.department : undefined
  const submit = async ({ name: typed = '', parentId, headId }: Values) => {
    const name = typed.trim()
    if (edited === undefined) {
      const { departmentId } = await create.mutateAsync({ name, parentId })
      if (headId !== undefined) await setHead.mutateAsync({ departmentId, memberId: headId })
      notify.success(t('account.departments.created', { name }))
      onMade(departmentId)
      return
    }
    const departmentId = edited.id
    if (!edited.isRoot && parentId !== edited.parentId) await move.mutateAsync({ departmentId, parentId })
    if (headId !== edited.head?.memberId)
      await setHead.mutateAsync({ departmentId, memberId: headId ?? null })
    if (edited.isRoot) return
    if (name !== edited.name) await rename.mutateAsync({ departmentId, name })
  }
  return (
    <FormDrawer<Values>
      title={
        edited === undefined
          ? t('account.departments.createTitle')
          : t('account.departments.editTitle', { name: edited.name })
      }
      open={open}
      onClose={onClose}
      initialValues={{
        name: edited?.name ?? '',
        parentId: task.kind === 'create' ? task.below.id : (task.department.parentId ?? ''),
        headId: edited?.head?.memberId,
      }}
      savedText={edited === undefined ? false : t('common.saved')}
      onSubmit={submit}
    >
      {edited?.isRoot !== true && (
        <>
          <Form.Item
            name="name"
            label={t('account.departments.name')}
            rules={[
              { required: true, whitespace: true, message: t('validation.departmentNameEmpty') },
              { max: 100, message: t('validation.tooLong', { max: 100 }) },
              {
                validator: (_rule, typed: string) =>
                  departmentNameProblem(typed) === null
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('validation.departmentName'))),
              },
            ]}
          >
            <Input autoComplete="off" maxLength={100} />
          </Form.Item>
          <Form.Item
            name="parentId"
            label={t('account.departments.parent')}
            extra={edited === undefined ? undefined : t('account.departments.moveHint')}
            required
          >
            <DepartmentSelect without={edited?.id} />
          </Form.Item>
        </>
      )}
      <HeadItem current={edited?.head ?? null} open={open} />
    </FormDrawer>
  )
}

/** Who heads it, of the members of the company. */
function HeadItem({ current, open }: { current: Department['head']; open: boolean }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const found =
    useApi(
      'POST /api/v1/auth/member/lists',
      { pageSize: 50, ...(search !== '' && { search }) },
      { enabled: open, keepPrevious: true },
    ).data?.items ?? []
  const people = found.map(({ memberId, displayName }) => ({ value: memberId, label: displayName }))
  const known = current === null || people.some(({ value }) => value === current.memberId)
  return (
    <Form.Item name="headId" label={t('account.departments.head')} extra={t('account.departments.headHint')}>
      <Select
        allowClear
        showSearch={{ filterOption: false, onSearch: setSearch }}
        placeholder={t('account.departments.headNone')}
        options={known ? people : [{ value: current.memberId, label: current.name }, ...people]}
      />
    </Form.Item>
  )
}
