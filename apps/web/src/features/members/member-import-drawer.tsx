import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'

/** All in the file are invited, or none. The server knows the headings of both languages. */
export function MemberImportDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const column = (name: string, help: 'name' | 'phone' | 'email' | 'roles' | 'department') => ({
    name,
    help: t(`account.invitations.import.${help}`),
  })
  return (
    <CsvImportDrawer
      title={t('account.invitations.import.title')}
      open={open}
      onClose={onClose}
      templateName={t('account.invitations.import.templateName')}
      remark={<p>{t('account.invitations.import.remark')}</p>}
      columns={[
        column(t('account.displayName'), 'name'),
        column(t('account.phone'), 'phone'),
        column(t('account.email'), 'email'),
        column(t('account.members.role'), 'roles'),
        column(t('account.department'), 'department'),
      ]}
      preview={(file, onProgress) =>
        apiUpload('POST /api/v1/auth/invitation/import/preview', file, {}, { errors: 'caller', onProgress })
      }
      upload={async (file, onProgress) => {
        const { invited } = await apiUpload(
          'POST /api/v1/auth/invitation/import',
          file,
          {},
          { errors: 'caller', onProgress },
        )
        void refresh('POST /api/v1/auth/invitation/lists', 'GET /api/v1/workbench')
        return { imported: invited }
      }}
    />
  )
}
