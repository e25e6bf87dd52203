import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { Selection } from '../../ui/list-page.tsx'
import { useBatch } from '../../ui/use-batch.ts'
import { type Member, readAgain } from './member.ts'
import { RolesSelect } from './role-select.tsx'

interface Values {
  give: string[]
  take: string[]
}

/** Adds roles to the chosen members and removes others. */
export function ChangeRolesDrawer({
  selection,
  onClose,
}: {
  selection: Selection<Member>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const batch = useBatch()
  const change = useAct('POST /api/v1/auth/member/batch/roles', { refresh: readAgain, errors: 'caller' })
  const submit = async ({ give, take }: Values) => {
    const { accepted } = await batch(t('account.members.changeRoles'), () =>
      change.mutateAsync({ memberIds: [...selection.ids], give, take }),
    )
    if (accepted > 0) notify.success(t('account.members.rolesChanged', { count: accepted }))
    selection.clear()
  }
  return (
    <FormDrawer<Values>
      title={t('account.members.changeRolesTitle', { count: selection.ids.length })}
      open
      onClose={onClose}
      initialValues={{ give: [], take: [] }}
      submitText={t('account.members.changeRoles')}
      savedText={false}
      onSubmit={submit}
    >
      <p>{t('account.members.changeRolesHint')}</p>
      <Form.Item name="give" label={t('account.members.giveRoles')} extra={t('account.members.rolesHint')}>
        <RolesSelect />
      </Form.Item>
      <Form.Item
        name="take"
        label={t('account.members.takeRoles')}
        dependencies={['give']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_rule, take: string[]) => {
              const give = getFieldValue('give') as string[]
              if (give.length + take.length === 0) throw new Error(t('account.members.rolesChosen'))
              if (take.some((role) => give.includes(role))) throw new Error(t('account.members.rolesTwice'))
            },
          }),
        ]}
      >
        <RolesSelect />
      </Form.Item>
    </FormDrawer>
  )
}
