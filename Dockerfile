# Orrery for those who have no Node: docker build -t orrery . && docker run -p 6443:6443 orrery
# The administrator's token: docker run ... orrery serve --address 0.0.0.0 --token SECRET
FROM node:20.19-alpine AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run -s build && npm prune --omit=dev --no-audit --no-fund

FROM node:20.19-alpine
ENV NODE_ENV=production
WORKDIR /orrery
COPY --from=build /src/package.json ./
COPY --from=build /src/node_modules ./node_modules
COPY --from=build /src/dist ./dist
COPY --from=build /src/scenarios ./scenarios
USER node
EXPOSE 6443
# Healthy when the API answers; a probe needs no token. The certificate is the server's own.
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "require('https').get({ port: 6443, path: '/readyz', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "/orrery/dist/orrery.js"]
CMD ["serve", "--address", "0.0.0.0"]
