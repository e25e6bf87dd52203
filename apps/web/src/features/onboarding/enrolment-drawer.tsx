import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { EnrolmentSettings } from './enrolment-settings.tsx'

/** The enrolment settings beside a list. A shown password is cleared when the drawer closes. */
export function EnrolmentDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      title={t('devices.enrolment')}
      open={open}
      onClose={onClose}
      size={600}
      className="form-drawer"
      destroyOnHidden
    >
      <EnrolmentSettings />
    </Drawer>
  )
}
