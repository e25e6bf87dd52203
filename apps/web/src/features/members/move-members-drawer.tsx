import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { Selection } from '../../ui/list-page.tsx'
import { useBatch } from '../../ui/use-batch.ts'
import { DepartmentSelect } from './department-select.tsx'
import { type Member, readAgain } from './member.ts'

interface Values {
  departmentId: string | undefined
}

export function MoveMembersDrawer({
  selection,
  onClose,
}: {
  selection: Selection<Member>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const batch = useBatch()
  const move = useAct('POST /api/v1/auth/member/batch/move', { refresh: readAgain, errors: 'caller' })
  const submit = async ({ departmentId }: Values) => {
    if (departmentId === undefined) return
    const { accepted } = await batch(t('account.members.move'), () =>
      move.mutateAsync({ memberIds: [...selection.ids], departmentId }),
    )
    if (accepted > 0) notify.success(t('account.members.moved', { count: accepted }))
    selection.clear()
  }
  return (
    <FormDrawer<Values>
      title={t('account.members.moveTitle', { count: selection.ids.length })}
      open
      onClose={onClose}
      initialValues={{ departmentId: undefined }}
      submitText={t('account.members.move')}
      savedText={false}
      onSubmit={submit}
    >
      <Form.Item
        name="departmentId"
        label={t('account.members.moveTo')}
        rules={[{ required: true, message: t('account.departments.choose') }]}
      >
        <DepartmentSelect />
      </Form.Item>
    </FormDrawer>
  )
}
