import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { NamedSelect, type Named } from './named-select.tsx'
import { afterChange, type Role } from './role.ts'

interface Values {
  toAll: boolean
  companies: Named[]
}

interface Props {
  role: Role
  open: boolean
  onClose: () => void
}

/** The companies to which a role is published; a job makes the copies. */
export function PublishDrawer({ role, open, onClose }: Props) {
  const { t } = useTranslation()
  const publish = useAct('PUT /api/v1/auth/role/:roleId/publication', {
    refresh: afterChange,
    errors: 'caller',
  })
  return (
    <FormDrawer<Values>
      title={t('roles.publishTitle', { name: role.name })}
      open={open}
      onClose={onClose}
      initialValues={{ toAll: role.publication?.toAll ?? false, companies: role.companies }}
      submitText={t('roles.publishSubmit')}
      savedText={t('roles.publishStarted')}
      onSubmit={({ toAll, companies }) =>
        publish.mutateAsync({
          roleId: role.role,
          toAll,
          companyIds: toAll ? [] : companies.map(({ id }) => id),
        })
      }
    >
      <p>{t('roles.publishHint')}</p>
      <Form.Item name="toAll" label={t('roles.publishTo')}>
        <Radio.Group
          className="role-scopes"
          options={[
            { value: true, label: t('roles.publishAll') },
            { value: false, label: t('roles.publishChosen') },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['toAll']}>
        {({ getFieldValue }) =>
          getFieldValue('toAll') === false && (
            <Form.Item
              name="companies"
              label={t('roles.publishCompanies')}
              rules={[{ required: true, type: 'array', min: 1, message: t('roles.publishCompaniesEmpty') }]}
            >
              <NamedSelect
                endpoint="POST /api/v1/auth/role/companies"
                placeholder={t('roles.publishCompaniesPlaceholder')}
              />
            </Form.Item>
          )
        }
      </Form.Item>
    </FormDrawer>
  )
}
