import { DisconnectOutlined } from '@ant-design/icons'
import { Button, Popconfirm } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveState, reconnectLive } from '../../lib/live.ts'
import { useStore } from '../../lib/store.ts'

/** A break shorter than this is not worth a word. */
const quietMs = 3_000

export function LiveIndicator() {
  const { t } = useTranslation()
  const broken = useStore(liveState) === 'disconnected'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!broken) return undefined
    const timer = setTimeout(() => setShown(true), quietMs)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [broken])
  if (!shown) return null
  return (
    <Popconfirm
      title={t('common.reconnectQuestion')}
      description={t('common.liveDisconnectedHint')}
      okText={t('common.ok')}
      cancelText={t('common.cancel')}
      onConfirm={reconnectLive}
    >
      <Button type="text" danger icon={<DisconnectOutlined />} className="header-live">
        {t('common.liveDisconnected')}
      </Button>
    </Popconfirm>
  )
}
