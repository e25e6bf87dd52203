import { ApartmentOutlined, ClusterOutlined, InboxOutlined, ProfileOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { MenuIcon } from '../route-table.ts'

export const menuIcons: Record<MenuIcon, ReactNode> = {
  equipment: <ApartmentOutlined />,
  gateway: <ClusterOutlined />,
  pool: <InboxOutlined />,
  register: <ProfileOutlined />,
}
