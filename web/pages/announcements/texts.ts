import { texts } from '../../kit/i18n'

export const words = texts({
  pt: {
    one: 'announcement',
    many: 'announcements',
    gender: 'f',
    emptyTitle: 'Announcement',
    emptyText: 'Announcement',
    name: 'Nome',
  },
  en: {
    one: 'announcement',
    many: 'announcements',
    gender: 'n',
    emptyTitle: 'Announcement',
    emptyText: 'Announcement',
    name: 'Name',
  },
  es: {
    one: 'announcement',
    many: 'announcements',
    gender: 'f',
    emptyTitle: 'Announcement',
    emptyText: 'Announcement',
    name: 'Nombre',
  },
})
