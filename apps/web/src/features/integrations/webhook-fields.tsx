import { useTranslation } from 'react-i18next'
import { SecretItem } from './secret-item.tsx'

export function WebhookFields({ secrets }: { secrets: readonly string[] | null }) {
  const { t } = useTranslation()
  return (
    <>
      <SecretItem
        name={['webhook', 'address']}
        label={t('integrations.webhook.address')}
        isSet={secrets?.includes('address') === true}
        required
        hint={t('integrations.robot.addressHint')}
        rules={[{ type: 'url', message: t('integrations.robot.addressWrong') }]}
      />
      <SecretItem
        name={['webhook', 'secret']}
        label={t('integrations.webhook.secret')}
        isSet={secrets?.includes('secret') === true}
        required={false}
        hint={t('integrations.webhook.secretHint')}
        rules={[
          { pattern: /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, message: t('integrations.webhook.secretWrong') },
        ]}
      />
    </>
  )
}
