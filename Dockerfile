# The image of the server. It stands alone, with the embedded Postgres and its data in /data; with DATABASE_URL it uses
# another Postgres, as in docker-compose.yml.
# Debian, because the tests run on it; slim, because nothing is compiled.
FROM node:24-slim AS build

WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts scripts
RUN npm ci --ignore-scripts

COPY tsconfig.json ./
COPY clients clients
COPY src src
# For /readyz and the log: docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD) .
ARG COMMIT
RUN npm run build
RUN npm prune --omit=dev --ignore-scripts

FROM node:24-slim

WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY package.json CHANGELOG.md ./
COPY migrations migrations
COPY views views
COPY docs/api.md docs/settings.md docs/
COPY documents documents
COPY public public
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN chmod +x dist/server/programs/hegemon.js && ln -s /app/dist/server/programs/hegemon.js /usr/local/bin/hegemon \
  && mkdir /data && chown node:node /data

USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["hegemon", "start"]
