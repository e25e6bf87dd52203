import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useNow } from '../../lib/use-now.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import { endOfDay } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ChoiceField } from './choice-field.tsx'
import { afterChange, type Grant, grantedBuiltIns } from './grant.ts'
import { useChoices } from './use-choices.ts'

interface Values {
  memberId: string | undefined
  role: string | undefined
  companyIds: string[]
  groupIds: string[]
  /** The last day; empty: no end. */
  expiresAt: string
}

interface Props {
  /** Null: a new one. */
  grant: Grant | null
  open: boolean
  onClose: () => void
}

export function GrantDrawer({ grant, open, onClose }: Props) {
  const { t } = useTranslation()
  const nameOf = useRoleName()
  const format = useFormat()
  const now = useNow(60_000)
  const roles = useChoices('roles')
  const create = useAct('POST /api/v1/auth/staff-grant', { refresh: afterChange, errors: 'caller' })
  const edit = useAct('PUT /api/v1/auth/staff-grant/:grantId', { refresh: afterChange, errors: 'caller' })
  const submit = async ({ memberId = '', role = '', companyIds, groupIds, expiresAt }: Values) => {
    const until = expiresAt === '' ? null : endOfDay(expiresAt)
    if (grant !== null) {
      await edit.mutateAsync({ grantId: grant.id, role, expiresAt: until })
      notify.success(t('common.saved'))
      return
    }
    const { created } = await create.mutateAsync({ memberId, role, companyIds, groupIds, expiresAt: until })
    notify.success(
      created === 0 ? t('acting.grants.noneNew') : t('acting.grants.created', { count: created }),
    )
  }
  return (
    <FormDrawer<Values>
      title={
        grant === null ? t('acting.grants.create') : t('acting.grants.editTitle', { name: grant.memberName })
      }
      open={open}
      onClose={onClose}
      initialValues={{
        memberId: grant?.memberId,
        role: grant?.role,
        companyIds: [],
        groupIds: [],
        expiresAt: grant?.expiresAt == null ? '' : format.date(grant.expiresAt),
      }}
      savedText={false}
      onSubmit={submit}
    >
      {grant === null ? (
        <>
          <p>{t('acting.grants.createHint')}</p>
          <Form.Item
            name="memberId"
            label={t('acting.grants.member')}
            extra={t('acting.grants.memberHint')}
            rules={[{ required: true, message: t('acting.grants.memberEmpty') }]}
          >
            <ChoiceField of="members" />
          </Form.Item>
        </>
      ) : (
        <p>{t('acting.grants.editHint', { target: grant.company?.name ?? grant.group?.name })}</p>
      )}
      <Form.Item
        name="role"
        label={t('acting.grants.role')}
        extra={t('acting.grants.roleHint')}
        rules={[{ required: true, message: t('validation.memberRoleEmpty') }]}
      >
        <Select
          placeholder={t('common.pleaseSelect')}
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            {
              label: t('acting.grants.builtIn'),
              options: grantedBuiltIns.map((role) => ({ value: role as string, label: nameOf(role) })),
            },
            ...(roles.options.length > 0 ? [{ label: t('acting.grants.own'), options: roles.options }] : []),
          ]}
        />
      </Form.Item>
      {grant === null && (
        <>
          <Form.Item name="companyIds" label={t('acting.grants.tenants')}>
            <ChoiceField of="tenants" many />
          </Form.Item>
          <Form.Item
            name="groupIds"
            label={t('acting.grants.groups')}
            extra={t('acting.grants.groupsHint')}
            dependencies={['companyIds']}
            rules={[
              ({ getFieldValue }) => ({
                validator: (_rule, groups?: string[]) =>
                  (groups ?? []).length + (getFieldValue('companyIds') as string[]).length === 0
                    ? Promise.reject(new Error(t('validation.grantTargetsEmpty')))
                    : Promise.resolve(),
              }),
            ]}
          >
            <ChoiceField of="groups" many />
          </Form.Item>
        </>
      )}
      <Form.Item name="expiresAt" label={t('acting.grants.expiresAt')} extra={t('acting.grants.expiresHint')}>
        <DateField min={format.date(now)} />
      </Form.Item>
    </FormDrawer>
  )
}
