import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useRefreshReads } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ImageField } from '../../ui/image-field.tsx'
import { ProductIcon } from '../../ui/product-icon.tsx'
import { afterChange, type Application } from './application.ts'
import { PermissionField } from './permission-field.tsx'

interface Values {
  displayName: string
  permissions: string[]
}

export function ApplicationForm(props: { application: Application; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { application } = props
  const { id: applicationId, displayName, permissions } = application
  const refresh = useRefreshReads()
  const edit = useAct('POST /api/v1/auth/application/edit', { refresh: afterChange, errors: 'caller' })
  return (
    <FormDrawer<Values>
      title={t('applications.editTitle', { name: displayName })}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ displayName, permissions }}
      onSubmit={(values) => edit.mutateAsync({ applicationId, ...values })}
    >
      <Form.Item
        name="displayName"
        label={t('applications.name')}
        rules={[
          { required: true, whitespace: true, message: t('validation.applicationNameEmpty') },
          { max: 100, message: t('validation.tooLong', { max: 100 }) },
        ]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <PermissionField kept={permissions} />
      <ImageField
        path="/api/v1/auth/application/:applicationId/icon"
        of={{ applicationId }}
        image={<ProductIcon code={application.productCode} url={application.iconUrl} large />}
        present={application.hasOwnIcon}
        hint={t('applications.iconHint')}
        onChanged={() => refresh(...afterChange)}
      />
    </FormDrawer>
  )
}
