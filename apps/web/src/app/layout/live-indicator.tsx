import { DisconnectOutlined } from '@ant-design/icons'
import { Button, Popconfirm } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveState, reconnectLive } from '../../lib/live.ts'
import { useStore } from '../../lib/store.ts'

/** Shorter interruptions are not shown. */
const quietMs = 3_000

/** Shows that the live stream is broken, and asks the user once the quick retries are exhausted. */
export function LiveIndicator() {
  const { t } = useTranslation()
  const state = useStore(liveState)
  const broken = state === 'disconnected' || state === 'given-up'
  const [shown, setShown] = useState(false)
  /** The user's action on the question; null: it opens by itself. */
  const [opened, setOpened] = useState<boolean | null>(null)
  useEffect(() => {
    if (!broken) return undefined
    const timer = setTimeout(() => setShown(true), quietMs)
    return () => {
      clearTimeout(timer)
      setShown(false)
      setOpened(null)
    }
  }, [broken])
  if (!shown) return null
  return (
    <Popconfirm
      title={t('common.reconnectQuestion')}
      description={t('common.liveDisconnectedHint')}
      okText={t('common.reconnect')}
      cancelText={t('common.cancel')}
      open={opened ?? state === 'given-up'}
      onOpenChange={setOpened}
      onConfirm={reconnectLive}
    >
      <Button type="text" danger icon={<DisconnectOutlined />} className="header-live">
        {t('common.liveDisconnected')}
      </Button>
    </Popconfirm>
  )
}
