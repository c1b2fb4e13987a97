/** Loads a screen's code. Separate from the routes, so that main.ts can start before them. */
export const SCREEN_MODULES = {
  Dashboard: () => import('../features/dashboard/dashboard-page.tsx'),
  HomeVideo: () => import('../features/home-video/home-video-page.tsx'),
  Gallery: () => import('./gallery-screen.tsx'),
  Events: () => import('../features/events/events-page.tsx'),
  UserInformation: () => import('../features/user-information/user-information-page.tsx'),
  Donations: () => import('../features/donations/donations-page.tsx'),
  Message: () => import('../features/messages/messages-page.tsx'),
  Admin: () => import('../features/admins/admins-page.tsx'),
  Profile: () => import('../features/profile/profile-page.tsx'),
  UpdatePassword: () => import('../features/update-password/update-password-page.tsx'),
  Donors: () => import('../features/donors/donors-page.tsx'),
  Trash: () => import('../features/trash/trash-page.tsx'),
  LoginSessions: () => import('../features/login-sessions/login-sessions-page.tsx'),
}
